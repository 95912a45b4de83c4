char __libc_single_threaded = 1;

// C++: local variables that are initialized once, and what std::list, std::map and std::set call.
int __cxa_guard_acquire(char* guard) { return *guard == 0; }
void __cxa_guard_release(char* guard) { *guard = 1; }
void __cxa_pure_virtual(void) { abort(); }

struct list_node {
  struct list_node *next, *before;
};
void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct list_node* node, struct list_node* place) {
  node->next = place;
  node->before = place->before;
  place->before->next = node;
  place->before = node;
}
void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct list_node* node) {
  node->before->next = node->next;
  node->next->before = node->before;
}
void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct list_node* place, struct list_node* first,
                                                          struct list_node* end) {
  if (place == end) return;
  struct list_node* last = end->before;
  first->before->next = end;
  end->before = first->before;
  first->before = place->before;
  place->before->next = first;
  last->next = place;
  place->before = last;
}

void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct list_node* node) {
  struct list_node* at = node;
  do {
    struct list_node* next = at->next;
    at->next = at->before;
    at->before = next;
    at = next;
  } while (at != node);
}
// Two lists, by their heads; an empty list's head is its own neighbour.
void _ZNSt8__detail15_List_node_base4swapERS0_S1_(struct list_node* a, struct list_node* b) {
  const struct list_node old_a = *a, old_b = *b;
  a->next = old_b.next == b ? a : old_b.next;
  a->before = old_b.next == b ? a : old_b.before;
  b->next = old_a.next == a ? b : old_a.next;
  b->before = old_a.next == a ? b : old_a.before;
  a->next->before = a->before->next = a;
  b->next->before = b->before->next = b;
}

// A red-black tree. The header is the root's parent; its left and right are the first and the last node.
struct tree_node {
  int black;
  struct tree_node *parent, *left, *right;
};
struct tree_node* _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct tree_node* node) {
  if (node->right != 0) {
    node = node->right;
    while (node->left != 0) node = node->left;
    return node;
  }
  struct tree_node* parent = node->parent;
  while (node == parent->right) {
    node = parent;
    parent = parent->parent;
  }
  return node->right != parent ? parent : node;
}
struct tree_node* _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct tree_node* node) {
  if (!node->black && node->parent->parent == node) return node->right;  // the header
  if (node->left != 0) {
    node = node->left;
    while (node->right != 0) node = node->right;
    return node;
  }
  struct tree_node* parent = node->parent;
  while (node == parent->left) {
    node = parent;
    parent = parent->parent;
  }
  return parent;
}
const struct tree_node* _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(const struct tree_node* node) {
  return _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base((struct tree_node*)node);
}
const struct tree_node* _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(const struct tree_node* node) {
  return _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base((struct tree_node*)node);
}
static void replace_child(struct tree_node* old, struct tree_node* new, struct tree_node* header) {
  if (header->parent == old)
    header->parent = new;
  else if (old->parent->left == old)
    old->parent->left = new;
  else
    old->parent->right = new;
}
static void rotate(struct tree_node* node, int leftward, struct tree_node* header) {
  struct tree_node* up = leftward ? node->right : node->left;
  struct tree_node* inner = leftward ? up->left : up->right;
  if (leftward)
    node->right = inner;
  else
    node->left = inner;
  if (inner != 0) inner->parent = node;
  up->parent = node->parent;
  replace_child(node, up, header);
  if (leftward)
    up->left = node;
  else
    up->right = node;
  node->parent = up;
}
void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(_Bool left, struct tree_node* node,
                                                                       struct tree_node* parent,
                                                                       struct tree_node* header) {
  node->parent = parent;
  node->left = node->right = 0;
  node->black = 0;
  if (left) {
    parent->left = node;  // of the header: the first
    if (parent == header)
      header->parent = header->right = node;
    else if (parent == header->left)
      header->left = node;
  } else {
    parent->right = node;
    if (parent == header->right) header->right = node;
  }
  while (node != header->parent && !node->parent->black) {
    struct tree_node* above = node->parent->parent;
    const int is_left = node->parent == above->left;
    struct tree_node* uncle = is_left ? above->right : above->left;
    if (uncle != 0 && !uncle->black) {
      node->parent->black = uncle->black = 1;
      above->black = 0;
      node = above;
      continue;
    }
    if (node == (is_left ? node->parent->right : node->parent->left)) {
      node = node->parent;
      rotate(node, is_left, header);
    }
    node->parent->black = 1;
    above->black = 0;
    rotate(above, !is_left, header);
  }
  header->parent->black = 1;
}
static void repair(struct tree_node* node, struct tree_node* parent, struct tree_node* header) {
  while (node != header->parent && (node == 0 || node->black)) {
    const int is_left = node == parent->left;
    struct tree_node* sibling = is_left ? parent->right : parent->left;
    if (!sibling->black) {
      sibling->black = 1;
      parent->black = 0;
      rotate(parent, is_left, header);
      sibling = is_left ? parent->right : parent->left;
    }
    struct tree_node* near = is_left ? sibling->left : sibling->right;
    struct tree_node* far = is_left ? sibling->right : sibling->left;
    if ((near == 0 || near->black) && (far == 0 || far->black)) {
      sibling->black = 0;
      node = parent;
      parent = parent->parent;
      continue;
    }
    if (far == 0 || far->black) {
      near->black = 1;
      sibling->black = 0;
      rotate(sibling, !is_left, header);
      sibling = is_left ? parent->right : parent->left;
      far = is_left ? sibling->right : sibling->left;
    }
    sibling->black = parent->black;
    parent->black = 1;
    if (far != 0) far->black = 1;
    rotate(parent, is_left, header);
    break;
  }
  if (node != 0) node->black = 1;
}
struct tree_node* _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct tree_node* node,
                                                                               struct tree_node* header) {
  if (header->left == node) header->left = _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(node);
  if (header->right == node) {
    struct tree_node* last = node->left == 0 ? node->parent : node->left;
    while (node->left != 0 && last->right != 0) last = last->right;
    header->right = last;
  }
  struct tree_node *child, *parent;
  int was_black = node->black;
  if (node->left != 0 && node->right != 0) {
    struct tree_node* next = node->right;
    while (next->left != 0) next = next->left;
    child = next->right;
    was_black = next->black;
    parent = next;
    if (next != node->right) {
      parent = next->parent;
      parent->left = child;
      if (child != 0) child->parent = parent;
      next->right = node->right;
      node->right->parent = next;
    }
    next->left = node->left;
    node->left->parent = next;
    replace_child(node, next, header);
    next->parent = node->parent;
    next->black = node->black;
  } else {
    child = node->left != 0 ? node->left : node->right;
    parent = node->parent;
    replace_child(node, child, header);
    if (child != 0) child->parent = parent;
  }
  if (was_black) repair(child, parent, header);
  return node;
}

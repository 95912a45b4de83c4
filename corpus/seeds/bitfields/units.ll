; Purpose: bit-field writes and reads by storage unit with freeze, by lanes of i1, with neighbours that were never written.

define i8 @two_fields_of_one_unit(i8 %x, i8 %y) {
  %slot = alloca i16, align 2
  store i16 poison, ptr %slot, align 2
  %old = load i16, ptr %slot, align 2
  %fixed = freeze i16 %old
  %cleared = and i16 %fixed, -8
  %low = and i8 %x, 7
  %wide = zext i8 %low to i16
  %first = or i16 %cleared, %wide
  store i16 %first, ptr %slot, align 2
  %again = load i16, ptr %slot, align 2
  %fixed.again = freeze i16 %again
  %cleared.again = and i16 %fixed.again, -249
  %part = and i8 %y, 31
  %wide.part = zext i8 %part to i16
  %moved = shl nuw nsw i16 %wide.part, 3
  %both = or i16 %cleared.again, %moved
  store i16 %both, ptr %slot, align 2
  %read = load i16, ptr %slot, align 2
  %kept = freeze i16 %read
  %field = and i16 %kept, 7
  %result = trunc i16 %field to i8
  ret i8 %result
}

define i3 @field_as_lanes(i3 %x, i5 %y) {
  %slot = alloca i8, align 1
  store i8 poison, ptr %slot, align 1
  %x.lanes = bitcast i3 %x to <3 x i1>
  %x.wide = shufflevector <3 x i1> %x.lanes, <3 x i1> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %old = load <8 x i1>, ptr %slot, align 1
  %new = shufflevector <8 x i1> %old, <8 x i1> %x.wide, <8 x i32> <i32 8, i32 9, i32 10, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x i1> %new, ptr %slot, align 1
  %read = load <8 x i1>, ptr %slot, align 1
  %lanes = shufflevector <8 x i1> %read, <8 x i1> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %result = bitcast <3 x i1> %lanes to i3
  ret i3 %result
}

define i3 @members_of_a_packed_structure(i3 %x, i5 %y) {
  %slot = alloca <{ i3, i5 }>, align 1
  store <{ i3, i5 }> poison, ptr %slot, align 1
  store i3 %x, ptr %slot, align 1
  %second = getelementptr inbounds <{ i3, i5 }>, ptr %slot, i32 0, i32 1
  store i5 %y, ptr %second, align 1
  %read = load i3, ptr %slot, align 1
  ret i3 %read
}

define i8 @field_that_straddles(i8 %x, i8 %y) {
  %slot = alloca [3 x i8], align 1
  store [3 x i8] poison, ptr %slot, align 1
  %old = load i24, ptr %slot, align 1
  %fixed = freeze i24 %old
  %cleared = and i24 %fixed, -8161
  %wide = zext i8 %x to i24
  %moved = shl nuw nsw i24 %wide, 5
  %new = or i24 %cleared, %moved
  store i24 %new, ptr %slot, align 1
  %end = getelementptr inbounds i8, ptr %slot, i64 2
  store i8 %y, ptr %end, align 1
  %read = load i16, ptr %slot, align 1
  %kept = freeze i16 %read
  %down = lshr i16 %kept, 5
  %result = trunc i16 %down to i8
  ret i8 %result
}

define i8 @signed_field(i8 %x) {
  %slot = alloca i8, align 1
  store i8 poison, ptr %slot, align 1
  %old = load i8, ptr %slot, align 1
  %fixed = freeze i8 %old
  %cleared = and i8 %fixed, -29
  %value = shl i8 %x, 2
  %part = and i8 %value, 28
  %new = or disjoint i8 %cleared, %part
  store i8 %new, ptr %slot, align 1
  %read = load i8, ptr %slot, align 1
  %kept = freeze i8 %read
  %up = shl i8 %kept, 3
  %field = ashr i8 %up, 5
  ret i8 %field
}

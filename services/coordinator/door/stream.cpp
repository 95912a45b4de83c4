#include "services/coordinator/door/stream.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <cerrno>

namespace assay::door {
namespace {

SSL* ssl_of(void* tls) { return static_cast<SSL*>(tls); }

struct FreeBio {
  void operator()(BIO* bio) const { BIO_free(bio); }
};
struct FreeX509 {
  void operator()(X509* certificate) const { X509_free(certificate); }
};
struct FreeKey {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
using Certificate = std::unique_ptr<X509, FreeX509>;

std::unique_ptr<BIO, FreeBio> reader_of(const std::string& text) {
  return std::unique_ptr<BIO, FreeBio>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// A certificate, and behind it those of the authorities between.
bool use_certificates(SSL_CTX* context, const std::string& text) {
  const auto reader = reader_of(text);
  const Certificate own(PEM_read_bio_X509(reader.get(), nullptr, nullptr, nullptr));
  if (own == nullptr || SSL_CTX_use_certificate(context, own.get()) != 1) return false;
  while (Certificate next{PEM_read_bio_X509(reader.get(), nullptr, nullptr, nullptr)})
    if (SSL_CTX_add_extra_chain_cert(context, next.release()) != 1) return false;
  ERR_clear_error();  // that the text has ended
  return true;
}

bool use_key(SSL_CTX* context, const std::string& text) {
  const auto reader = reader_of(text);
  const std::unique_ptr<EVP_PKEY, FreeKey> key(PEM_read_bio_PrivateKey(reader.get(), nullptr, nullptr, nullptr));
  return key != nullptr && SSL_CTX_use_PrivateKey(context, key.get()) == 1 && SSL_CTX_check_private_key(context) == 1;
}

bool ask_for_certificates(SSL_CTX* context, const std::string& authorities) {
  const auto reader = reader_of(authorities);
  int known = 0;
  while (const Certificate next{PEM_read_bio_X509(reader.get(), nullptr, nullptr, nullptr)}) {
    if (X509_STORE_add_cert(SSL_CTX_get_cert_store(context), next.get()) != 1) return false;
    ++known;
  }
  ERR_clear_error();
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  return known > 0;
}

int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* size, const unsigned char* offered,
                    unsigned int offered_size, void* own) {
  const auto& protocol = *static_cast<const std::string*>(own);
  unsigned char* found = nullptr;
  const int outcome = SSL_select_next_proto(&found, size, reinterpret_cast<const unsigned char*>(protocol.data()),
                                            static_cast<unsigned>(protocol.size()), offered, offered_size);
  *chosen = found;
  return outcome == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

}  // namespace

Result<std::unique_ptr<TlsContext>> TlsContext::make(const Tls& tls, const std::string& protocol) {
  std::unique_ptr<TlsContext> made;
  if (tls.certificate.empty()) return made;
  made.reset(new TlsContext);
  made->protocol_ = std::string(1, static_cast<char>(protocol.size())) + protocol;
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  made->context_ = context;
  if (context == nullptr) return Error{"OpenSSL: out of memory"};
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  // Neither compression nor another handshake in a connection: both cost the server more than the client. Nor are
  // sessions taken up again: a client that shows a certificate shows it each time.
  SSL_CTX_set_options(
      context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_TICKET);
  SSL_CTX_set_num_tickets(context, 0);
  SSL_CTX_set_mode(context,
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, &made->protocol_);
  const bool good = use_certificates(context, tls.certificate) && use_key(context, tls.key) &&
                    (tls.client_ca.empty() || ask_for_certificates(context, tls.client_ca));
  ERR_clear_error();
  if (!good) return Error{"certificate and key can't be used (PEM's format is expected, and the key must fit)"};
  return made;
}

TlsContext::~TlsContext() { SSL_CTX_free(static_cast<SSL_CTX*>(context_)); }

Stream::Stream(Socket socket, const TlsContext* context) : socket_(std::move(socket)) {
  if (context == nullptr) return;
  SSL* tls = SSL_new(static_cast<SSL_CTX*>(context->get()));
  tls_ = tls;
  if (tls == nullptr) return;
  SSL_set_fd(tls, socket_.get());
  SSL_set_accept_state(tls);
}

Stream::~Stream() { SSL_free(ssl_of(tls_)); }

Stream::Outcome Stream::outcome_of(int result) {
  waits_to_write_ = false;
  switch (SSL_get_error(ssl_of(tls_), result)) {
    case SSL_ERROR_WANT_READ:
      return Outcome::Again;
    case SSL_ERROR_WANT_WRITE:
      waits_to_write_ = true;
      return Outcome::Again;
    default:
      ERR_clear_error();
      return Outcome::Closed;
  }
}

Stream::Outcome Stream::shake_hands() {
  if (tls_ == nullptr) return Outcome::Moved;
  ERR_clear_error();
  const int result = SSL_do_handshake(ssl_of(tls_));
  return result == 1 ? Outcome::Moved : outcome_of(result);
}

Stream::Outcome Stream::read(std::string& into, std::size_t most) {
  const std::size_t before = into.size();
  into.resize(before + most);
  ssize_t count = 0;
  Outcome outcome = Outcome::Moved;
  if (tls_ != nullptr) {
    ERR_clear_error();
    count = SSL_read(ssl_of(tls_), into.data() + before, static_cast<int>(most));
    if (count <= 0) outcome = outcome_of(static_cast<int>(count));
  } else {
    do count = recv(socket_.get(), into.data() + before, most, 0);
    while (count < 0 && errno == EINTR);
    if (count <= 0) outcome = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? Outcome::Again : Outcome::Closed;
  }
  into.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return outcome;
}

Stream::Outcome Stream::write(std::string& from) {
  ssize_t count = 0;
  Outcome outcome = Outcome::Moved;
  if (tls_ != nullptr) {
    ERR_clear_error();
    count = SSL_write(ssl_of(tls_), from.data(), static_cast<int>(from.size()));
    if (count <= 0) outcome = outcome_of(static_cast<int>(count));
  } else {
    do count = send(socket_.get(), from.data(), from.size(), MSG_NOSIGNAL);
    while (count < 0 && errno == EINTR);
    if (count < 0) outcome = errno == EAGAIN || errno == EWOULDBLOCK ? Outcome::Again : Outcome::Closed;
  }
  if (count > 0) from.erase(0, static_cast<std::size_t>(count));
  return outcome;
}

std::string Stream::identity() const {
  if (tls_ == nullptr) return "";
  const Certificate shown(SSL_get1_peer_certificate(ssl_of(tls_)));
  if (shown == nullptr) return "";
  std::string name;
  // As gRPC names a peer: by the first alternative name, else by the common one.
  auto* others = static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(shown.get(), NID_subject_alt_name, nullptr, nullptr));
  for (int i = 0; i < sk_GENERAL_NAME_num(others) && name.empty(); ++i) {
    const GENERAL_NAME* each = sk_GENERAL_NAME_value(others, i);
    if (each->type != GEN_DNS && each->type != GEN_URI && each->type != GEN_EMAIL) continue;
    name.assign(reinterpret_cast<const char*>(ASN1_STRING_get0_data(each->d.ia5)),
                static_cast<std::size_t>(ASN1_STRING_length(each->d.ia5)));
  }
  GENERAL_NAMES_free(others);
  if (!name.empty()) return name;
  char common[256] = "";
  X509_NAME_get_text_by_NID(X509_get_subject_name(shown.get()), NID_commonName, common, sizeof common);
  return common;
}

}  // namespace assay::door

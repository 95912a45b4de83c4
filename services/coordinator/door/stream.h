#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "services/common/status.h"
#include "services/coordinator/door/address.h"

namespace assay::door {

/// PEM texts. Without a certificate there is no encryption.
struct Tls {
  std::string certificate, key;
  std::string client_ca;  ///< clients need a certificate of this authority; empty: they need none
};

/// What is made of them once.
class TlsContext {
 public:
  /// Nothing for no encryption. `protocol`: the name of what is spoken, for ALPN ("h2", "http/1.1").
  static Result<std::unique_ptr<TlsContext>> make(const Tls& tls, const std::string& protocol);
  ~TlsContext();
  void* get() const { return context_; }

 private:
  TlsContext() = default;
  void* context_ = nullptr;
  std::string protocol_;  ///< as ALPN writes it
};

/// A connection's bytes, encrypted or not. Nothing waits.
class Stream {
 public:
  enum class Outcome { Moved, Again, Closed };

  Stream(Socket socket, const TlsContext* context);
  ~Stream();

  /// Moved when whatever comes before the first byte is done.
  Outcome shake_hands();
  /// Appends at most `most` bytes.
  Outcome read(std::string& into, std::size_t most);
  /// Removes what was written from the front.
  Outcome write(std::string& from);
  /// Must be told when the socket takes bytes, though nothing is to be written.
  bool waits_to_write() const { return waits_to_write_; }
  /// The name in the client's certificate; empty if it has shown none.
  std::string identity() const;
  int descriptor() const { return socket_.get(); }

 private:
  Outcome outcome_of(int result);

  Socket socket_;
  void* tls_ = nullptr;
  bool waits_to_write_ = false;
};

}  // namespace assay::door

//===- StopRequest.h - Cancellation of long work ----------------*- C++ -*-===//
//
// Long-running code polls this flag and stops when it is set: the driver
// between passes, the writer between pieces of weights.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_STOPREQUEST_H
#define TORCH_ONNX_SUPPORT_STOPREQUEST_H

#include <atomic>
#include <chrono>
#include <functional>

namespace torch_onnx {

/// A stop request by another thread or by a callback of the working thread. It
/// holds until reset().
class StopRequest {
public:
  /// May be called by any thread.
  void stop() { isStopped = true; }

  /// Sets a callback that isRequested() calls at most once per `interval`,
  /// because the callback may take a contended lock. It returns whether to
  /// stop. May be empty.
  void setPoll(std::function<bool()> poll) { this->poll = std::move(poll); }

  /// Clears the request before new work.
  void reset() {
    isStopped = false;
    next = {};
  }

  /// Called by the working thread.
  bool isRequested() {
    if (isStopped || !poll)
      return isStopped;
    auto now = std::chrono::steady_clock::now();
    if (now >= next) {
      if (poll())
        isStopped = true;
      next = std::chrono::steady_clock::now() + interval;
    }
    return isStopped;
  }

private:
  static constexpr std::chrono::milliseconds interval{50};

  std::atomic<bool> isStopped = false;
  std::function<bool()> poll;
  std::chrono::steady_clock::time_point next;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_STOPREQUEST_H

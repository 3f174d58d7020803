//===- StopRequest.h - Long work that can be given up -----------*- C++ -*-===//
//
// Whoever does long work asks now and then whether it is still wanted: the
// driver between passes, the writer between pieces of weights.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_STOPREQUEST_H
#define TORCH_ONNX_SUPPORT_STOPREQUEST_H

#include <atomic>
#include <chrono>
#include <functional>

namespace torch_onnx {

/// A request to stop, by another thread or by a function that the working
/// thread calls. Once made it holds until reset().
class StopRequest {
public:
  /// By any thread.
  void stop() { isStopped = true; }

  /// Has `poll` called by isRequested(), at most every `interval`: what it does
  /// may take a lock that others hold. It returns whether to stop. May be
  /// empty.
  void setPoll(std::function<bool()> poll) { this->poll = std::move(poll); }

  /// For new work.
  void reset() {
    isStopped = false;
    next = {};
  }

  /// By the thread that works.
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

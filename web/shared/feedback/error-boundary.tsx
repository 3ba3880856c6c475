import { Component, type ErrorInfo, type ReactNode } from "react";
import { CrashPage } from "./crash-page.tsx";
import { isStaleChunkError, reloadForStaleChunk, reloadIfThere } from "./stale-chunk.ts";

type Props = {
  children: ReactNode;
  /** Told of every error that was caught, for a log. */
  onError?: (error: unknown, info: ErrorInfo) => void;
};
type State = { failure: { error: unknown } | undefined };

/** Catches what breaks while drawing, reloads once when the code is of an old version, and offers to try again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    if (!reloadForStaleChunk(error)) this.props.onError?.(error, info);
  }

  private readonly handleRetry = () => {
    // A lazy part that failed stays failed for this page: only a reload asks for it again.
    if (isStaleChunkError(this.state.failure?.error)) void reloadIfThere();
    else this.setState({ failure: undefined });
  };

  override render() {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : <CrashPage error={failure.error} onRetry={this.handleRetry} />;
  }
}

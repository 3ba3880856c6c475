import { Component, type ErrorInfo, type ReactNode } from "react";
import { CrashPage } from "./crash-page.tsx";
import { isStaleChunkError, reloadForStaleChunk, reloadIfThere } from "./stale-chunk.ts";

type Props = {
  children: ReactNode;
  /** Called with every caught error, for a log. */
  onError?: (error: unknown, info: ErrorInfo) => void;
};
type State = { failure: { error: unknown } | undefined };

/** Catches errors while drawing, reloads once when the code is of an old version, and offers to try again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    if (!reloadForStaleChunk(error)) this.props.onError?.(error, info);
  }

  private readonly handleRetry = () => {
    // A lazy part that failed to load stays failed until the page is reloaded.
    if (isStaleChunkError(this.state.failure?.error)) void reloadIfThere();
    else this.setState({ failure: undefined });
  };

  override render() {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : <CrashPage error={failure.error} onRetry={this.handleRetry} />;
  }
}

// Notes each failed test of Vitest and of Playwright, so that the end of a run can list them.
import { relative } from "node:path";
import type { TestCase as Journey, TestError, TestResult } from "@playwright/test/reporter";
import type { SerializedError, TestModule } from "vitest/node";
import { noteFailure } from "#tools/failures.mjs";

/** Reporter for both runners: Vitest calls `onTestRunEnd`, Playwright `onTestEnd` and `onError`. */
// oxlint-disable-next-line import/no-default-export -- both runners take it so
export default class FailuresReporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const module of modules) {
      const file = module.relativeModuleId;
      for (const { message } of module.errors()) noteFailure({ file, name: "(the file)", error: message });
      for (const suite of module.children.allSuites()) {
        for (const { message } of suite.errors()) noteFailure({ file, name: suite.fullName, error: message });
      }
      for (const test of module.children.allTests("failed")) {
        noteFailure({ file, name: test.fullName, error: test.result().errors?.[0]?.message });
      }
    }
    for (const { message } of unhandled) noteFailure({ file: undefined, name: "(outside of a test)", error: message });
  }

  onTestEnd(test: Journey, { status, error }: TestResult): void {
    if (status === test.expectedStatus || status === "skipped") return;
    const [, project, ...names] = test.titlePath();
    noteFailure({
      file: relative(process.cwd(), test.location.file),
      name: `${project ?? ""} › ${names.slice(1).join(" › ")}`,
      error: error?.message,
    });
  }

  onError({ message }: TestError): void {
    noteFailure({ file: undefined, name: "(outside of a test)", error: message });
  }
}

// Lists the tests that a whole run left out because a program or a right is missing; vitest itself only counts them.
import type { Reporter, TestModule } from "vitest/node";
import { leaveOut } from "#tools/left-out.mjs";

/** Reports each skipped test. A test of one profile alone is not reported: it ran, under the same name, in that profile. */
// oxlint-disable-next-line import/no-default-export -- vitest takes it so
export default class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      const tests = [...module.children.allTests()].map((test) => ({ test, result: test.result() }));
      const asked = new Set(tests.flatMap(({ test, result }) => (result.state === "skipped" ? [] : [test.name])));
      for (const { test, result } of tests) {
        if (result.state !== "skipped" || asked.has(test.name)) continue;
        leaveOut(
          `${module.relativeModuleId} › ${test.fullName}${result.note === undefined ? "" : ` (${result.note})`}`,
        );
      }
    }
  }
}

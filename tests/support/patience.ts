// Unit tests wait for states as long as a busy machine needs: a dialog's code may take more than the library's second to arrive.
import { configure } from "@testing-library/dom";

configure({ asyncUtilTimeout: 10_000 });

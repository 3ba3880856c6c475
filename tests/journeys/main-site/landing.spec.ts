// The landing page as visitors use it: account, guest, project code, sites, background (document 1 §2, §5, §8).
// Runs in `specified`: no log-in with an ID; hardened.spec opens the hardened front end. Other codes and the staying guest are @all:
// destinations and visitor have unit tests.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";

/** The browser's own words on answers of 400 and more, which these tests provoke. */
const FAILED_REQUEST = /Failed to load resource/;

const signUpForm = (page: Page) => ({
  email: page.getByLabel("Email"),
  password: page.getByLabel("Password", { exact: true }),
  confirm: page.getByLabel("Confirm password"),
});

const enterAsGuest = async (page: Page) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Continue as Guest" }).click();
  await expect(page.getByRole("button", { name: "Enter Project Code" })).toBeVisible();
};

/** A promise that is kept when `release` is called. */
function hold() {
  let release!: () => void;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

// Spec 1 §2: Sign-in or sign-up,
// Spec 1 §2: After sign-in or
// Spec 1 §4: Sign-in page toggles
// Spec 1 §5: Sign-up: password and
// Spec 1 §7: sign up with
// Spec 1 §7: sign in with
// Spec 1 §7: sign out
// Spec 1 §8: Sign-up success |
// Spec 1 §8: Sign-in failure |
// Spec 1 §8: Sign-in success |
test("a visitor makes an account, signs in with it, stays signed in, and signs out", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(FAILED_REQUEST);
  await page.goto("/");
  await page.getByRole("button", { name: "Create an account" }).click();
  const { email, password, confirm } = signUpForm(page);
  await email.fill("ny.person@parkering.example");
  await password.fill("Parkera-7410");
  await confirm.fill("Parkera-7411");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("alert")).toHaveText("Password mismatch");
  await expect(page.getByText("Passwords do not match", { exact: true })).toBeVisible();
  await expect(confirm).toHaveAccessibleDescription("Passwords do not match");
  await expect(confirm).toBeFocused();
  expect(await product.sql`select id from auth.users where email = 'ny.person@parkering.example'`).toHaveLength(0);

  await confirm.fill("Parkera-7410");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Account created successfully!", { exact: true })).toBeVisible();
  await expect(page.getByText("You can now sign in with your credentials", { exact: true })).toBeVisible();
  // Nobody is signed in yet; the e-mail stays for the next step.
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect(email).toHaveValue("ny.person@parkering.example");
  expect(await page.evaluate(() => localStorage.getItem("parkering.auth"))).toBeNull();
  const profiles = await product.sql`select email from public.profiles where email = 'ny.person@parkering.example'`;
  expect(profiles).toHaveLength(1);

  await password.fill("Parkera-0000");
  await page.getByRole("button", { name: "Sign In" }).click();
  // The message stands as a toast and at the form.
  await expect(page.getByText("Sign in failed", { exact: true })).toBeVisible();
  await expect(page.getByText("Invalid login credentials", { exact: true })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText("Sign in failed: Invalid login credentials");
  await expect(password).toHaveValue("Parkera-0000");

  await password.fill("Parkera-7410");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Welcome back!", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  await page.reload();
  await expect(page.getByRole("button", { name: "Enter Project Code" })).toBeVisible();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("parkering.auth"))).toBeNull();
});

// Spec 1 §2: Sign-in or sign-up,
// Spec 1 §4: Sign-in page toggles
// Spec 1 §8: Sign-up, other failure
// Spec rules §10: The console of
test("the service's refusal of a sign-up is shown word for word, and the form is kept @all", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(FAILED_REQUEST);
  await page.goto("/");
  await page.getByRole("button", { name: "Create an account" }).click();
  const { email, password, confirm } = signUpForm(page);
  await email.fill("agent@parkering.example");
  await password.fill("Parkera-7410");
  await confirm.fill("Parkera-7410");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("User already registered", { exact: true })).toBeVisible();
  await expect(password).toHaveValue("Parkera-7410");
  // A second attempt is a client of its own: the watch on the console knows that the library warns when two are mixed up.
  const answer = page.waitForResponse("**/auth/v1/signup*");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await answer;

  // The toggle keeps the e-mail.
  await page.getByRole("button", { name: "I already have an account" }).click();
  await expect(email).toHaveValue("agent@parkering.example");
  await expect(page.getByLabel("Confirm password")).toBeHidden();
});

// Spec 1 §8: Sign-up, message contains
test("a person who signs up too often is asked to wait @all", async ({ page, consoleErrors }) => {
  consoleErrors.tolerate(FAILED_REQUEST);
  // The answer of hosted Supabase; the profile `specified` sets no limit to sign-ups.
  await page.route("**/auth/v1/signup*", (route) =>
    route.fulfill({ status: 429, json: { code: "over_request_rate_limit", msg: "Request rate limit reached" } }),
  );
  await page.goto("/");
  await page.getByRole("button", { name: "Create an account" }).click();
  const { email, password, confirm } = signUpForm(page);
  await email.fill("ivrig@parkering.example");
  await password.fill("Parkera-7410");
  await confirm.fill("Parkera-7410");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(
    page.getByText("Too many sign up attempts. Please wait a few minutes and try again.", { exact: true }),
  ).toBeVisible();
  await expect(password).toHaveValue("Parkera-7410");
});

// Spec 1 §7: get session
// Spec 1 §7: subscribe to auth
test(
  "an account that the service does not know any more is signed out again",
  { tag: "@all" },
  async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(FAILED_REQUEST);
    await page.goto("/");
    await page.getByRole("button", { name: "Create an account" }).click();
    const { email, password, confirm } = signUpForm(page);
    await email.fill("kort.besok@parkering.example");
    await password.fill("Parkera-7410");
    await confirm.fill("Parkera-7410");
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expect(page.getByText("Account created successfully!")).toBeVisible();
    await password.fill("Parkera-7410");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();

    await product.sql`delete from auth.users where email = 'kort.besok@parkering.example'`;
    await page.reload();
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();

    // A damaged entry counts as none.
    await page.evaluate(() => localStorage.setItem("parkering.auth", "{"));
    await page.reload();
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  },
);

// Spec 1 §7: get session
// Spec 1 §7: subscribe to auth
test("an account is signed in and out in every window @all", async ({ page, context }) => {
  await page.goto("/");
  const other = await context.newPage();
  await other.goto("/");
  const { email, password } = signUpForm(page);
  await email.fill("agent@parkering.example");
  await password.fill("Agent-7410");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("button", { name: "Enter Project Code" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Enter Project Code" })).toBeVisible();
  await other.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});

// Spec 1 §2: Sign-in or sign-up,
// Spec 1 §2: After sign-in or
// Spec 1 §4: Guest mode shows
// Spec rules §1: The home of
test("a guest stays a guest in this window, also with a stored theme, and leaves guest mode @all", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await enterAsGuest(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Enter Project Code" })).toBeVisible();
  await page.goto("/start-parking");
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Enter Project Code" })).toBeVisible();
  await expect(page.getByText("You are here as a guest, without an account.")).toBeVisible();
  await expect(page.getByText(/^Signed in as/)).toHaveCount(0);
  await page.getByRole("button", { name: "Leave Guest Mode" }).click();
  await expect(page.getByRole("button", { name: "Continue as Guest" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Continue as Guest" })).toBeVisible();
});

test("the sign-in is drawn before any script, and covered for whoever is in already", async ({ browser, product }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const page = await plain.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome to Parkering" })).toBeVisible();
  await expect(page.getByLabel("Email")).toBeVisible();
  await plain.close();

  const slow = await browser.newContext({ baseURL: product.url });
  await slow.addInitScript(() => sessionStorage.setItem("parkering.guest", "yes"));
  const guest = await slow.newPage();
  await guest.route("**/assets/*.js", () => undefined);
  await guest.goto("/", { waitUntil: "commit" });
  await expect(guest.locator("#root")).toHaveCSS("visibility", "hidden");
  await slow.close();
});

test("on a phone each site leads straight to its form, and the sign-in is folded until it is wanted", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(FAILED_REQUEST);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const site = page.getByRole("list", { name: "Parkera" }).getByRole("link", { name: /^Östra hamnen/ });
  await expect(site).toHaveAttribute("href", "/ostra-hamnen/start-parking");
  await expect(site).toBeInViewport();
  await expect(page.getByRole("button", { name: "Continue as Guest" })).toBeVisible();
  const { email, password } = signUpForm(page);
  await expect(email).toBeHidden();
  const fold = page.getByRole("button", { name: "Sign in with an account" });
  await fold.click();
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await email.fill("agent@parkering.example");
  await password.fill("Agent-0000");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("Sign in failed: Invalid login credentials");
  await expect(password).toBeVisible();

  // An address of its own opens it, from the drawn page too.
  await page.goto("/#sign-in");
  await page.reload();
  await expect(email).toBeVisible();
  await expectAccessible(page);
});

/** Opens the page as it is drawn, before its code has come; what it gives lets the code come. */
async function openDrawn(page: Page): Promise<() => void> {
  const { held, release } = hold();
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  return release;
}

test("text that was typed before the page came alive is kept @all", async ({ page }) => {
  const comeAlive = await openDrawn(page);
  const { email, password } = signUpForm(page);
  await email.fill("agent@parkering.example");
  await password.fill("Agent-7410");
  // An impatient press sends nothing, least of all into the address.
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await password.press("Enter");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(password).toHaveValue("Agent-7410");
  expect(requests.filter((url) => url.includes("Agent-7410") || new URL(url).pathname === "/")).toEqual([]);
  comeAlive();
  // The press was meant, and counts once the page is alive.
  await expect(page.getByText("Welcome back!", { exact: true })).toBeVisible();
});

test("the way to a new account, pressed before the page came alive, opens then", async ({ page }) => {
  const comeAlive = await openDrawn(page);
  await signUpForm(page).email.fill("ny@parkering.example");
  await page.getByRole("button", { name: "Create an account" }).click();
  comeAlive();
  await expect(page.getByLabel("Confirm password")).toBeVisible();
  await expect(signUpForm(page).email).toHaveValue("ny@parkering.example");
});

const openDialog = async (page: Page) => {
  await enterAsGuest(page);
  await page.getByRole("button", { name: "Enter Project Code" }).click();
  await expect(page.getByRole("dialog", { name: "Ange projektkod" })).toBeVisible();
};
const field = (page: Page) => page.getByRole("textbox", { name: "Projektkod" });
const confirm = (page: Page) => page.getByRole("button", { name: "Bekräfta" });

test.describe("the project code", () => {
  for (const [code, role, address] of [
    ["ostra-hamnen", "Operator", "/ostra-hamnen?role=operator"],
    ["  ostra-hamnen ", "Administrator", "/ostra-hamnen?role=administrator"],
    ["721075", "Administrator", "/721075?role=administrator"],
    ["standard", "Operator", "/standard?role=operator"],
    ["ASE", "Employee", "/ASE/employee-login"],
    ["ASE", "Admin", "/ASE/admin"],
    ["Ostra-HAMNEN", "Operator", "/ostra-hamnen?role=operator"],
    ["Standard", "Operator", "/standard?role=operator"],
    ["ase", "Employee", "/ASE/employee-login"],
  ] as const) {
    // Spec 1 §2: On a match
    // Spec 1 §2: For any other
    // Spec 1 §2: For project path ASE
    // Spec 1 §7: main_page_sites: select one
    // Spec 1 §9: Special project …
    test(`"${code}" as ${role} leads to ${address}`, { tag: code === "ase" ? [] : "@all" }, async ({ page }) => {
      await openDialog(page);
      await field(page).fill(code);
      await field(page).press("Enter");
      await expect(page.getByRole("dialog", { name: "Välj din roll" })).toBeVisible();
      await page.getByRole("button", { name: role, exact: true }).click();
      await expect(page).toHaveURL(address);
    });
  }

  // Spec 1 §2: For project path YSTAD
  // Spec 1 §9: Special project …
  test("YSTAD leads straight to /YSTAD @all", async ({ page }) => {
    await openDialog(page);
    await field(page).fill("YSTAD");
    await confirm(page).click();
    await expect(page).toHaveURL("/YSTAD");
  });

  test("an address with a code in another case leads to the site's own @all", async ({ page }) => {
    await page.goto("/OSTRA-Hamnen?role=operator");
    await expect(page).toHaveURL(/\/ostra-hamnen\?role=operator$/);
    await expect(page.getByRole("heading", { name: "Östra hamnen" })).toBeVisible();
    await page.goto("/Ostra-hamnen/attendant-login");
    await expect(page).toHaveURL(/\/ostra-hamnen\/attendant-login$/);
    await page.goto("/STANDARD/start-parking");
    await expect(page).toHaveURL(/\/standard\/start-parking$/);
  });

  // Spec 1 §2: One text …
  // Spec 1 §4: Dialogs open …
  // Spec 1 §7: main_page_sites: select one
  // Spec 1 §8: Code dialog, no
  test("an unknown code, an empty one, and cancel", async ({ page }) => {
    await openDialog(page);
    await expect(field(page)).toBeFocused();
    await expect(confirm(page)).toBeDisabled();
    await field(page).fill("   ");
    await expect(confirm(page)).toBeDisabled();
    await field(page).fill("finns-inte");
    await confirm(page).click();
    await expect(page.getByRole("alert")).toHaveText("Felaktig kod. Försök igen.");
    // In another case it would be the code of a site.
    await field(page).fill("ystad-");
    await confirm(page).click();
    await expect(page.getByRole("alert")).toHaveText("Felaktig kod. Försök igen.");
    await page.getByRole("button", { name: "Avbryt" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("button", { name: "Enter Project Code" })).toBeFocused();

    await page.getByRole("button", { name: "Enter Project Code" }).click();
    await expect(field(page)).toHaveValue("");
    await expect(page.getByText("Felaktig kod. Försök igen.")).toBeHidden();
  });

  // Spec 1 §8: Code dialog, database
  // Spec 1 §8: Code dialog, no
  test("while the code is looked up, and without the database @all", async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(FAILED_REQUEST);
    await openDialog(page);
    await field(page).fill("ostra-hamnen");
    const { held, release } = hold();
    await page.route("**/rest/v1/main_page_sites*", async (route) => {
      await held;
      await route.continue();
    });
    await product.stopDatabase();
    await confirm(page).click();
    await expect(page.getByRole("button", { name: "Verifierar..." })).toBeVisible();
    release();
    await expect(page.getByRole("alert").filter({ hasText: "Ett fel uppstod." })).toHaveText(
      "Ett fel uppstod. Försök igen.",
    );
    await expect(field(page)).toHaveValue("ostra-hamnen");
    await product.startDatabase();
    await confirm(page).click();
    await expect(page.getByRole("dialog", { name: "Välj din roll" })).toBeVisible();
  });

  test("Escape while the code is looked up leads nowhere @all", async ({ page, product }) => {
    await openDialog(page);
    await field(page).fill("YSTAD");
    const { held, release } = hold();
    await page.route("**/rest/v1/main_page_sites*", async (route) => {
      await held;
      await route.continue();
    });
    await confirm(page).click();
    await expect(page.getByRole("button", { name: "Verifierar..." })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const answered = page.waitForResponse(/main_page_sites/);
    release();
    await (await answered).finished();
    await page.getByRole("button", { name: "Enter Project Code" }).click();
    await expect(field(page)).toHaveValue("");
    await expect(page).toHaveURL(`${product.url}/`);
  });

  test("the standard site's code works without its row @all", async ({ page, product }) => {
    const rows = await product.sql`delete from public.main_page_sites where path = 'standard' returning *`;
    try {
      await openDialog(page);
      await page.getByRole("button", { name: "Avbryt" }).click();
      await expect(page.getByRole("list", { name: "Our sites" }).getByText("Standardparkeringen")).toHaveCount(1);
      await page.getByRole("button", { name: "Enter Project Code" }).click();
      await field(page).fill("standard");
      await confirm(page).click();
      await page.getByRole("button", { name: "Operator" }).click();
      await expect(page).toHaveURL("/standard?role=operator");
    } finally {
      await product.sql`insert into public.main_page_sites ${product.sql(rows)}`;
    }
  });
});

// Spec 1 §7: list ordered by
// Spec rules §14: The site list
test(
  "the sites are listed oldest first, the standard site once; a failure says so and can be retried",
  { tag: "@all" },
  async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(FAILED_REQUEST);
    await enterAsGuest(page);
    const list = page.getByRole("list", { name: "Our sites" });
    await expect(list.getByRole("listitem")).toHaveText([
      /^Standardparkeringen.*dygnet runt/,
      /^Östra hamnen/,
      /^Ledningscentralen/,
      /^Taxi Ystad/,
      /^Ambulanssjukvården/,
      /^Ystadbostäder/,
    ]);
    // Each leads to its site; dispatch has no page of its own.
    await expect(list.getByRole("link", { name: "Östra hamnen" })).toHaveAttribute("href", "/ostra-hamnen");
    await expect(list.getByRole("link", { name: "Ledningscentralen" })).toHaveAttribute(
      "href",
      "/721075?role=operator",
    );
    await product.stopDatabase();
    await page.reload();
    await expect(page.getByText("The sites could not be loaded.")).toBeVisible();
    await expect(list.getByRole("listitem")).toHaveText([/^Standardparkeringen/]);
    await product.startDatabase();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(list.getByRole("listitem")).toHaveCount(6);
  },
);

// Spec 1 §2: A decorative animated
test(
  "the background moves, and stands still for people who prefer reduced motion",
  { tag: "@all" },
  async ({ page }) => {
    const corner = () => page.screenshot({ clip: { x: 0, y: 300, width: 380, height: 500 } });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto("/");
    await expect(page.locator("canvas")).toHaveCount(1);
    const first = await corner();
    await expect.poll(async () => (await corner()).equals(first)).toBe(false);

    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.reload();
    await expect(page.locator("canvas")).toHaveCount(1);
    // The one picture may come a frame later than its canvas: from then on nothing changes.
    await expect
      .poll(async () => {
        const before = await corner();
        await frames(page, 30);
        return (await corner()).equals(before);
      })
      .toBe(true);
    const still = await corner();
    await frames(page, 60);
    expect((await corner()).equals(still)).toBe(true);
  },
);

/** Waits until the page has drawn `count` frames. */
const frames = (page: Page, count: number) =>
  page.evaluate(async (wanted) => {
    for (let drawn = 0; drawn < wanted; drawn++) await new Promise((done) => requestAnimationFrame(done));
  }, count);

test("both views and the dialogs are accessible", async ({ page }) => {
  await page.goto("/");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Please enter your email")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue as Guest" }).click();
  await expect(page.getByRole("list", { name: "Our sites" }).getByText("Taxi Ystad")).toBeVisible();
  await page.getByRole("button", { name: "Send Message" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Enter Project Code" }).click();
  await page.getByRole("textbox", { name: "Projektkod" }).fill("fel");
  await page.getByRole("button", { name: "Bekräfta" }).click();
  await expect(page.getByText("Felaktig kod. Försök igen.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Projektkod" }).fill("ASE");
  await page.getByRole("button", { name: "Bekräfta" }).click();
  await expect(page.getByRole("dialog", { name: "Välj din roll" })).toBeVisible();
  await expectAccessible(page);
});

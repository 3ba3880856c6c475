/** Texts of the dispatch product: documents 1 and 2 §5 and §8 letter for letter, decisions §5, and our own words between them. */
export const texts = {
  choice: {
    title: "Ledningscentralen",
    description: "Välj hur du vill gå in.",
    choices: "Vad vill du göra?",
    operator: "Operator",
    operatorHint: "Logga in som operator och se enheterna.",
    administrator: "Administrator",
    administratorHint: "Hantera operatorer och läs loggar.",
  },

  operatorLogin: {
    title: "Operator",
    userId: "Användar-ID",
    submit: "Logga in",
    missing: "Vänligen fyll i både användar-ID och lösenord",
    failed: "Ett fel uppstod vid inloggning",
    wrong: "Felaktigt användar-ID eller lösenord",
    unexpected: "Ett oväntat fel uppstod",
    welcome: "Välkommen!",
  },

  adminLogin: {
    title: "Administratörsinloggning",
    description: "För administratören av ledningscentralen.",
    userId: "Användarnamn",
    submit: "Logga in",
    missing: "Var god fyll i både användarnamn och lösenord",
    wrong: "Fel användarnamn eller lösenord",
    failed: "Ett fel uppstod vid inloggningen",
    success: "Inloggning lyckades!",
  },

  session: {
    signedInAs: (name: string) => `Logged in as ${name}`,
    logOut: "Log out",
    loggedOut: "Du har loggats ut",
    ended: "Din inloggning har upphört. Logga in igen.",
  },

  admin: {
    title: "Administrator dashboard",
    centre: "Dispatch centre",
    messages: "Messages",
    tabs: "Administration",
    operators: "Operators",
    activity: "Activity logs",
    deleted: "Deleted accounts",
    statuses: "Statuses",
    minimums: "Minimums",
    settings: "Dispatch settings",
    asOf: (when: string) => `As of ${when}`,
    refresh: "Refresh",
  },

  operators: {
    createTitle: "New operator",
    userId: "User ID",
    discord: "Discord username",
    create: "Create operator",
    created: "Operator created",
    createFailed: (detail: string) => `Fel vid skapande av operator: ${detail}`,
    duplicate: "Användar-ID finns redan",
    idTooShort: "User ID must be at least 3 characters",
    passwordTooShort: "Password must be at least 6 characters",
    listTitle: (count: number | undefined) => (count === undefined ? "Operators" : `Operators ${count}`),
    list: "Operators",
    none: "There are no operators yet.",
    loadFailed: "Failed to fetch operators",
    discordIs: (name: string) => `Discord: ${name}`,
    since: (when: string) => `Created ${when}`,
    remove: "Delete",
    removeNamed: (id: string) => `Delete ${id}`,
    confirmTitle: (id: string) => `Delete ${id}?`,
    confirmText: "The operator can no longer log in. The removal is kept under Deleted accounts.",
    removed: "Operator deleted",
    removeFailed: (detail: string) => `Fel vid borttagning av operator: ${detail}`,
    gone: "kontot är redan borttaget",
    noContact: "ingen kontakt med servern",
  },

  activity: {
    list: "The latest 100 entries",
    none: "Nothing is logged yet.",
    loadFailed: "Failed to fetch the activity logs",
    who: "User",
    type: "Type",
    action: "Action",
    page: "Page",
    time: "Time",
    about: (id: string) => `account ${id}`,
  },

  deleted: {
    list: "The latest 50 deleted accounts",
    none: "No account has been deleted.",
    loadFailed: "Failed to fetch the deleted accounts",
    who: "Account",
    by: "Deleted by",
    noName: "Not given",
    time: "Deleted",
  },

  centre: {
    title: "Dispatch centre",
    tabs: "Dispatch centre",
    options: "Options",
    units: "Units",
    administration: "Administrator dashboard",
    wall: "Wall view",
  },

  wall: {
    overdue: (count: number) => `Overdue ${count}`,
    waiting: (count: number) => `Waiting ${count}`,
    callsLeft: (count: number) => `+ ${count} calls`,
    ended: "This link has ended. The administrator can make a new one.",
    left: (count: number, meaning: string | undefined) =>
      `+ ${count} ${meaning === undefined ? "more" : meaning.replace("_", " ")}`,
    old: (time: string, span: string) => `Data from ${time} · ${span} old`,
    underAMinute: "under 1 min",
  },

  /** Static display values (document 2 §9). */
  options: {
    title: "Overview",
    now: "On the roster now",
    all: "All units",
    lastChange: "Last change",
    fixed: "Display values",
    note: "Fixed display values. They are not measured.",
    figures: [
      { label: "Operations", value: "3 operations" },
      { label: "Units", value: "12 units" },
      { label: "Response time", value: "4.2 min" },
    ],
  },
} as const;

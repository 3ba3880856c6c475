/** Texts of a project's entrance, letter for letter (document 1 §2, §5), and words of our own between them. */
export const entranceTexts = {
  loading: "Hämtar projektet …",
  choices: "Vad vill du göra?",
  startParking: "Start Parking",
  startParkingHint: "Registrera en parkering. Du behöver inget konto.",
  attendant: "Parking Attendant",
  attendantHint: "Logga in som parkeringsvakt.",
  admin: "Admin",
  adminHint: "Logga in som administratör för det här projektet.",
  driverLogin: "Driver Login",
  driverLoginHint: "Logga in som förare och skriv upp dig på en bil.",
  adminLogin: "Admin Login",
  adminLoginHint: "Logga in som administratör för förarna.",
} as const;

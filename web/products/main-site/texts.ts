/** Texts of the landing page before a sign-in: document 1 §5 and §8, names of decisions §5. */
export const texts = {
  landing: {
    welcome: "Welcome to Parkering",
    introduction: "Park, look up a fine, or sign in.",
    unfold: "Sign in with an account",
    signInTitle: "Sign in",
    signUpTitle: "Create your account",
    email: "Email",
    confirmPassword: "Confirm password",
    signIn: "Sign In",
    signUp: "Sign Up",
    toSignUp: "Create an account",
    toSignIn: "I already have an account",
    guest: "Continue as Guest",
    guestHint: "No account needed to register a parking.",
    emailMissing: "Please enter your email",
    emailWrong: "Please enter a valid email address",
    passwordMissing: "Please enter your password",
    confirmMissing: "Please repeat your password",
  },
  signUp: {
    mismatchTitle: "Password mismatch",
    mismatch: "Passwords do not match",
    tooMany: "Too many sign up attempts. Please wait a few minutes and try again.",
    success: "Account created successfully!",
    successNext: "You can now sign in with your credentials",
  },
  signIn: {
    failed: "Sign in failed",
    success: "Welcome back!",
  },
  dashboard: {
    title: "Dashboard",
    introduction: "Go to your project, or write to us.",
    loading: "Loading …",
  },
} as const;

/** A model that a new chat can begin with, and the price of its answers. */
export interface StartModel {
  id: string;
  name: string;
  /** `$0.60` for a million tokens; null without a price. */
  output: string | null;
}

/** The data of the box on the first screen. */
export interface StartData {
  isSignedIn: boolean;
  isRegistrationOpen: boolean;
  /** The credit of a new account, as text; null for a user, or when there is none. */
  credit: string | null;
  models: StartModel[];
}

/** A text that was not accepted, to be shown again in its box, with its model. */
export interface StartRefusal {
  text: string;
  model: string;
}

/** Max letters of a text in the box: an address carries no more, and fewer of other scripts. */
export const START_MAX = 6000;

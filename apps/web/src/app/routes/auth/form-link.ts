/** The look of a link between the sign-in forms: at least 24 px high for fingers, in a line of its usual height. */
export const FORM_LINK = '-my-1 inline-block py-1 font-medium text-accent';

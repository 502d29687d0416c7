/** Whether passwords are hashed at the cost of the product, as a test needs whose accounts sign in at another process. */
export const passwordCost = { isReal: false };

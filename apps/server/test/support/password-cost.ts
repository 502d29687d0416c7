/** Whether passwords are hashed at the cost of the product, for tests whose accounts sign in at another process. */
export const passwordCost = { isReal: false };

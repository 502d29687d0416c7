/** The direction in which the language of the page is read, for components that do not take it from CSS. */
export const pageDirection = (): 'ltr' | 'rtl' =>
  typeof document !== 'undefined' && document.dir === 'rtl' ? 'rtl' : 'ltr';

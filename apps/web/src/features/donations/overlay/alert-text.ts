/** A part of the text of an alert; `name` and `amount` are highlighted. */
export interface AlertPart {
  readonly kind: 'text' | 'name' | 'amount';
  readonly text: string;
}

/** Fills in the placeholders of a creator's text. What is filled in is not read again. */
export const alertParts = (template: string, values: { name: string; amount: string }): AlertPart[] =>
  template
    .split(/(\{name\}|\{amount\})/)
    .filter((text) => text !== '')
    .map((text) => {
      if (text === '{name}') return { kind: 'name', text: values.name };
      if (text === '{amount}') return { kind: 'amount', text: values.amount };
      return { kind: 'text', text };
    });

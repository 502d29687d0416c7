import { formatParts, type Values } from '@tributary/messages/format';
import type { Key, RichArgumentsOf } from '@tributary/messages/translate';
import { Fragment, type ReactNode } from 'react';
import { locale, messageFor } from './language.ts';

interface TextProps<K extends Key> {
  k: K;
  values: RichArgumentsOf<K, ReactNode, ReactNode>;
}

/**
 * A message with elements inside its sentence, such as links.
 *
 *     <Text k="identity.register.terms" values={{ link: (words) => <Link to="/terms">{words}</Link> }} />
 */
export function Text<K extends Key>({ k, values }: TextProps<K>): ReactNode {
  const parts = formatParts<ReactNode>(messageFor(k), locale(), values as Values<ReactNode>);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change their order.
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}

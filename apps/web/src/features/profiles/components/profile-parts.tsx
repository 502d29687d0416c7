import { AtSign, CodeXml, Globe, MessageCircle, Music, Store, Tv } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { type LinkKind, linkKind } from '../engine/link-kind.ts';

const ICONS: Readonly<Record<LinkKind, typeof Globe>> = {
  video: Tv,
  music: Music,
  code: CodeXml,
  social: AtSign,
  chat: MessageCircle,
  shop: Store,
  site: Globe,
};

export const Bio = ({ text }: { text: string }) => (
  <p dir="auto" className="max-w-[68ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
    {text}
  </p>
);

export function ProfileLinks({ links }: { links: readonly string[] }) {
  return (
    <ul aria-label={t('profiles.links')} className="flex flex-col gap-2">
      {links.map((url) => {
        const Icon = ICONS[linkKind(url)];
        return (
          <li key={url}>
            <a
              href={url}
              rel="nofollow ugc noreferrer"
              target="_blank"
              className="flex items-center gap-2 text-accent"
            >
              <Icon size={16} aria-hidden="true" className="shrink-0" />
              <span className="truncate">{url.replace(/^https:\/\/(?:www\.)?|\/$/g, '')}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

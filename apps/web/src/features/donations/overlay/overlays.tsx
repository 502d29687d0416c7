/** The pages that streaming software shows on top of a stream, without the app around them. */
import type { AlertSettings, DonationAlert, DonationGoal } from '@tributary/contracts/donations';
import { type ReactNode, useEffect, useState } from 'react';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { useTopic } from '@/lib/realtime/index.ts';
import { AlertCard, AlertFrame } from './alert-card.tsx';
import { AlertQueue } from './alert-queue.ts';
import { playAlertSound } from './alert-sound.ts';

interface OverlayState {
  settings: AlertSettings;
  currency: string;
  goal: DonationGoal | null;
}

function useOverlayState(token: string, onAlert: (alert: DonationAlert, settings: AlertSettings) => void) {
  const [state, setState] = useState<OverlayState | 'refused' | null>(null);
  useTopic(`donation-overlay:${token}`, (message) => {
    if (message.kind === 'refused') setState('refused');
    else if (message.kind === 'snapshot') setState(message.data);
    else if (state !== null && state !== 'refused') {
      setState({ ...state, goal: message.data.goal });
      onAlert(message.data, state.settings);
    }
  });
  return state;
}

export function AlertsOverlay({ token }: { token: string }) {
  const [shown, setShown] = useState<DonationAlert | null>(null);
  const [queue, setQueue] = useState<AlertQueue | null>(null);
  useEffect(() => {
    const created = new AlertQueue(setShown);
    setQueue(created);
    return () => created.close();
  }, []);
  const state = useOverlayState(token, (alert, { seconds }) => queue?.add(alert, seconds * 1000));
  const settings = state === 'refused' ? null : state?.settings;
  const id = shown?.id;
  const [sound, volume] = [settings?.sound, settings?.volume];
  useEffect(() => {
    if (id !== undefined && sound !== undefined && volume !== undefined) playAlertSound(sound, volume);
  }, [id, sound, volume]);
  return (
    <Screen
      title={t('donations.overlay.alertsTitle')}
      place={settings?.place ?? 'top'}
      isRefused={state === 'refused'}
    >
      <div aria-live="polite">
        {shown && settings && (
          <div key={shown.id} className="animate-fade">
            <AlertCard alert={shown} settings={settings} />
          </div>
        )}
      </div>
    </Screen>
  );
}

const nothing = () => {};

export function GoalOverlay({ token }: { token: string }) {
  const state = useOverlayState(token, nothing);
  if (state === null || state === 'refused' || !state.goal)
    return <Screen title={t('donations.overlay.goalTitle')} place="top" isRefused={state === 'refused'} />;
  const { settings, currency, goal } = state;
  const share = Math.min(1, goal.raisedAmount / goal.targetAmount);
  return (
    <Screen title={t('donations.overlay.goalTitle')} place="top" isRefused={false}>
      <div className="flex w-[min(36rem,90vw)] flex-col gap-2 rounded-media bg-black/80 p-4 font-display font-semibold text-white text-xl">
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {goal.title}
        </p>
        <div className="h-4 overflow-hidden rounded-full bg-white/20">
          <div
            className="h-full rounded-full transition-[width] duration-(--duration-slow)"
            style={{ width: `${share * 100}%`, backgroundColor: settings.color }}
          />
        </div>
        <p className="text-base tabular-nums">
          {t('donations.goal.progress', {
            raised: formatMoney(goal.raisedAmount, currency),
            target: formatMoney(goal.targetAmount, currency),
          })}
        </p>
      </div>
    </Screen>
  );
}

interface ScreenProps {
  title: string;
  place: AlertSettings['place'];
  isRefused: boolean;
  children?: ReactNode;
}

function Screen({ title, place, isRefused, children }: ScreenProps) {
  useDocumentTitle(title);
  useEffect(() => {
    const { style } = document.documentElement;
    style.background = 'transparent';
    return () => void style.removeProperty('background');
  }, []);
  return (
    <div className="fixed inset-0">
      <h1 className="sr-only">{title}</h1>
      <AlertFrame place={place}>
        {isRefused ? (
          <p className="rounded-media bg-black/80 p-4 text-white">{t('donations.overlay.invalid')}</p>
        ) : (
          children
        )}
      </AlertFrame>
    </div>
  );
}

import type { ReportCase, ReportCaseDetail } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { REASON_LABELS } from '@/lib/labels/report-reasons.ts';
import { inSentence } from '@/lib/messages/in-sentence.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Fact, Section } from '@/ui/layout.tsx';
import { Ago, Moment } from '@/ui/time.tsx';
import { DecisionForm } from './decision-form.tsx';
import { Position, ReportFrames } from './report-frames.tsx';
import { State } from './report-table.tsx';
import { KIND_LABELS, OUTCOME_LABELS } from './report-words.ts';

interface ReportPageProps {
  id: string;
  ownId: string;
  reportsLink: ReactNode;
  personLink: (id: UserId, children: ReactNode) => ReactNode;
  caseLink: (id: string, children: ReactNode) => ReactNode;
}

/** A reported case: the content, the reasons, the person's record, and the decision. */
export function ReportPage({ id, reportsLink, ...links }: ReportPageProps) {
  const { data, error, refetch } = useApi('GET /api/admin/reports/:id', { params: { id } });
  if (data) return <Case key={id} report={data} {...links} />;
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) {
    return (
      <EmptyState icon={Flag} title={t('moderation.report.notFound')} actions={reportsLink}>
        {t('moderation.report.notFoundLead')}
      </EmptyState>
    );
  }
  if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  return <Skeleton className="h-96 rounded-media" />;
}

function Case({
  report,
  ownId,
  personLink,
  caseLink,
}: Omit<ReportPageProps, 'id' | 'reportsLink'> & { report: ReportCaseDetail }) {
  const { kind, title, person, channel, snapshot, decision, openedAt, history } = report;
  return (
    <>
      <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        <Fact label={KIND_LABELS[kind]}>
          {snapshot.href ? (
            // The link opens a new tab, so that the decision is not interrupted.
            <a
              href={snapshot.href}
              target="_blank"
              rel="noreferrer"
              className="inline-block py-0.5 text-accent"
            >
              <bdi>{title}</bdi>
            </a>
          ) : (
            <bdi>{title}</bdi>
          )}
        </Fact>
        <Fact label={t('moderation.person')}>
          {person
            ? personLink(person.id, <bdi>@{person.username}</bdi>)
            : t('moderation.report.nobodySignedIn')}
        </Fact>
        {channel !== null && (
          <Fact label={t('moderation.channel')}>
            <a
              href={`/streamer/${channel}`}
              target="_blank"
              rel="noreferrer"
              className="inline-block py-0.5 text-accent"
            >
              <bdi>@{channel}</bdi>
            </a>
          </Fact>
        )}
        <Fact label={t('moderation.state')}>
          <State report={report} />
        </Fact>
        <Fact label={t('moderation.report.first')}>
          <Moment at={openedAt} />
        </Fact>
      </dl>

      <Section title={t('moderation.report.what')}>
        <ReportFrames reports={report.reports} />
        <Content report={report} />
      </Section>

      <Section title={t('moderation.report.reports')}>
        <ul className="flex flex-col gap-3">
          {report.reports.map((one) => (
            <li key={one.id} className="rounded-media bg-surface-1 p-4">
              <p className="flex flex-wrap items-baseline gap-x-3 text-muted text-sm">
                <span className="font-semibold text-ink">{REASON_LABELS[one.reason]}</span>
                <bdi>{one.reporter ? `@${one.reporter}` : t('moderation.report.deletedAccount')}</bdi>
                <Ago at={one.at} />
                <Position report={one} />
              </p>
              {one.details && <Words>{one.details}</Words>}
            </li>
          ))}
        </ul>
      </Section>

      <Section title={t('moderation.emotes.decision')}>
        {decision ? (
          <div className="rounded-media bg-surface-1 p-4">
            <p className="text-muted text-sm">
              <DecisionLine decision={decision} />
              <Reading decision={decision} />
            </p>
            <Words>{decision.message}</Words>
          </div>
        ) : person?.id === ownId ? (
          <p className="text-muted">{t('moderation.report.aboutYou')}</p>
        ) : (
          <DecisionForm report={report} />
        )}
      </Section>

      {person && (
        <Section title={t('moderation.report.earlier', { username: person.username })}>
          <History cases={history} caseLink={caseLink} />
        </Section>
      )}
    </>
  );
}

function DecisionLine({ decision }: { decision: NonNullable<ReportCase['decision']> }) {
  const outcome = OUTCOME_LABELS[decision.outcome];
  const reason = inSentence(REASON_LABELS[decision.reason]);
  const moment = () => <Moment at={decision.at} />;
  return decision.by ? (
    <Text k="moderation.report.decisionBy" values={{ outcome, reason, by: decision.by, moment }} />
  ) : (
    <Text k="moderation.report.decisionByDeleted" values={{ outcome, reason, moment }} />
  );
}

function Content({ report: { kind, snapshot, title } }: { report: ReportCaseDetail }) {
  const { text, context } = snapshot;
  if (context.length === 0) {
    return text === '' ? (
      <p className="text-muted">{t('moderation.report.onlyTitle', { title })}</p>
    ) : (
      <Words>{text}</Words>
    );
  }
  return (
    <ol
      aria-label={t('moderation.report.context', { kind: KIND_LABELS[kind] })}
      className="flex flex-col gap-0.5 text-sm"
    >
      {context.map(({ number, author, text: words, isReported }) => (
        <li
          key={number}
          aria-current={isReported ? 'true' : undefined}
          className={`rounded-control px-3 py-1.5 [overflow-wrap:anywhere] ${isReported ? 'bg-live-soft' : ''}`}
        >
          <bdi className="font-semibold">{author}</bdi>
          <span className="text-muted">: </span>
          {words === null ? (
            <span className="text-faint italic">{t('moderation.report.messageDeleted')}</span>
          ) : (
            <bdi>{words}</bdi>
          )}
        </li>
      ))}
    </ol>
  );
}

function History({
  cases,
  caseLink,
}: {
  cases: readonly ReportCase[];
  caseLink: ReportPageProps['caseLink'];
}) {
  if (cases.length === 0) return <p className="text-muted">{t('moderation.report.noCases')}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {cases.map((report) => (
        <li key={report.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <State report={report} />
          {caseLink(report.id, <bdi>{report.title}</bdi>)}
          <span className="text-muted text-sm">
            {KIND_LABELS[report.kind]}, <Moment at={report.openedAt} />
            {report.decision && <Reading decision={report.decision} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Whether the person has read a warning. */
function Reading({ decision: { outcome, readAt } }: { decision: NonNullable<ReportCase['decision']> }) {
  if (outcome !== 'warned') return null;
  return readAt === null ? (
    t('moderation.report.notRead')
  ) : (
    <Text k="moderation.report.read" values={{ moment: () => <Moment at={readAt} /> }} />
  );
}

function Words({ children }: { children: string }) {
  return (
    <p dir="auto" className="mt-1 max-w-[68ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
      {children}
    </p>
  );
}

import type { SignalPoint } from '@tributary/contracts';
import { Suspense } from 'react';
import { formatBitrate } from '@/lib/format.ts';
import { messageOf } from '@/lib/query.ts';
import { lazyChart } from '@/ui/charts.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { useSignalCourse } from '../../api/use-signal.ts';
import { rangeOf, type SignalFigure } from '../../engine/signal.ts';

const SignalChart = lazyChart(() => import('./signal-chart.tsx'));

interface Course {
  figure: SignalFigure;
  label: string;
  colour: string;
  format: (value: number) => string;
}

const trimmed = (value: number, digits: number) => String(Number(value.toFixed(digits)));

const COURSES: readonly Course[] = [
  { figure: 'bitrateKbps', label: 'Bitrate', colour: 'var(--accent)', format: formatBitrate },
  {
    figure: 'frameRate',
    label: 'Frame rate',
    colour: 'var(--green)',
    format: (value) => `${trimmed(value, 1)} fps`,
  },
  {
    figure: 'keyframeIntervalSeconds',
    label: 'Keyframes every',
    colour: 'var(--muted)',
    format: (value) => `${trimmed(value, 1)} s`,
  },
  {
    figure: 'lateMs',
    label: 'Late by',
    colour: 'var(--amber)',
    format: (value) => (value < 1000 ? `${Math.round(value)} ms` : `${trimmed(value / 1000, 1)} s`),
  },
  {
    figure: 'droppedFrames',
    label: 'Frames left out',
    colour: 'var(--live)',
    format: (value) => `${Math.round(value)}`,
  },
];

/** How the signal was in the last ten minutes, figure by figure, each in words and as a line. */
export function SignalCourse() {
  const course = useSignalCourse();
  if (!course.data) {
    return course.isError ? (
      <ErrorState message={messageOf(course.error)} onRetry={() => void course.refetch()} />
    ) : (
      <Skeleton className="h-64 rounded-media" />
    );
  }
  const points = course.data;
  return (
    <Section title="Signal" aside={<p className="text-muted text-sm">The last ten minutes</p>}>
      {points.length === 0 ? (
        <p className="rounded-media bg-surface-1 px-5 py-12 text-balance text-center text-muted">
          When your encoder sends, bitrate, frame rate, keyframes and delay run along here.
        </p>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {COURSES.map((one) => (
            <CourseCard key={one.figure} course={one} points={points} />
          ))}
        </div>
      )}
    </Section>
  );
}

function CourseCard({ course, points }: { course: Course; points: readonly SignalPoint[] }) {
  const { figure, label, format } = course;
  const now = points.at(-1)?.[figure] ?? null;
  const range = rangeOf(points, figure);
  return (
    <figure aria-label={label} className="flex min-w-0 flex-col gap-1 rounded-media bg-surface-1 p-4">
      <figcaption className="flex items-baseline justify-between gap-3">
        <span className="whitespace-nowrap text-muted text-sm">{label}</span>
        <span className="truncate text-faint text-xs tabular-nums">
          {range && spanOf(format(range[0]), format(range[1]))}
        </span>
      </figcaption>
      <p data-figure={figure} className="font-display font-semibold text-lg tabular-nums">
        {now === null ? '–' : format(now)}
      </p>
      <Suspense fallback={<Skeleton className="h-24" />}>
        <SignalChart {...course} points={points} />
      </Suspense>
    </figure>
  );
}

const spanOf = (least: string, most: string) => (least === most ? `always ${most}` : `${least} to ${most}`);

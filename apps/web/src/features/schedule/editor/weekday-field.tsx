import { WEEKDAYS } from '@tributary/contracts/schedule';
import { t } from '@/lib/messages/t.ts';
import { weekdayName } from './weekdays.ts';

interface WeekdayFieldProps {
  days: readonly number[];
  onChange: (days: number[]) => void;
}

/** The choice of one or more days of the week. */
export const WeekdayField = ({ days, onChange }: WeekdayFieldProps) => (
  <fieldset className="flex min-w-0 flex-col gap-2">
    <legend className="mb-2 font-medium text-sm">{t('schedule.form.days')}</legend>
    <div className="grid grid-cols-4 gap-2 @sm:grid-cols-7">
      {WEEKDAYS.map((day) => (
        <label
          key={day}
          className="flex h-11 cursor-pointer items-center justify-center rounded-control border border-line-strong text-sm transition-colors duration-(--duration-fast) hover:border-muted has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
        >
          <input
            type="checkbox"
            checked={days.includes(day)}
            onChange={({ target }) =>
              onChange(target.checked ? [...days, day] : days.filter((other) => other !== day))
            }
            className="sr-only"
          />
          <span aria-hidden="true">{weekdayName(day, 'short')}</span>
          <span className="sr-only">{weekdayName(day)}</span>
        </label>
      ))}
    </div>
  </fieldset>
);

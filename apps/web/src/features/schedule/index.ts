export { CalendarSubscription } from './calendar-subscription.tsx';
export { OwnSchedule } from './editor/own-schedule.tsx';
export { FollowedSchedule } from './followed-schedule.tsx';
export { NextStream } from './next-stream.tsx';
export { useFollowedSchedule, useSchedule, useScheduleSettled } from './queries.ts';
export { ReminderButton } from './reminder-button.tsx';
export { ScheduledStream } from './scheduled-stream.tsx';

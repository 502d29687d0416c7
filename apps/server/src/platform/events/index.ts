export { defineEvent, type Events, type EventType, openEvents, publish } from './events.ts';

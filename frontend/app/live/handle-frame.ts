import { EVENTS, type EventName } from '@prosa/shared/events/catalogue.ts';
import { eventName } from '@prosa/shared/events/event-name.ts';
import { isEvent } from '../../lib/is-event.ts';
import { EVENT_HANDLERS, type LiveContext } from './event-handlers.ts';

const isName = (text: string): text is EventName => Object.hasOwn(EVENTS, text);

const handle = <N extends EventName>(name: N, context: LiveContext, data: unknown): void => {
  // Another version's shape: the next fetch brings what it meant.
  if (isEvent(name, data)) dispatch(name, context, data);
};

const dispatch = (name: EventName, context: LiveContext, data: unknown): void => {
  const handler: (context: LiveContext, data: never) => void = EVENT_HANDLERS[name];
  Reflect.apply(handler, null, [context, data]);
};

/** Gives a frame to the handler of its event. Frames of another company or of unknown events are dropped. */
export const handleFrame = (context: LiveContext, event: string, data: unknown): void => {
  const name = event.slice(event.lastIndexOf('-') + 1);
  if (isName(name) && event === eventName(context.user.companyId, name)) handle(name, context, data);
};

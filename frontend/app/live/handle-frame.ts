import { EVENTS, type EventName, eventName } from '@prosa/shared/events/catalogue.ts';
import { EVENT_HANDLERS, type LiveContext } from './event-handlers.ts';

const isName = (text: string): text is EventName => Object.hasOwn(EVENTS, text);

const handle = <N extends EventName>(name: N, context: LiveContext, data: unknown): void => {
  const result = EVENTS[name].schema.safeParse(data);
  // Another version's shape: the next fetch brings what it meant.
  if (result.success) dispatch(name, context, result.data);
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

import type { HelpView } from '@prosa/shared/contracts/helps.ts';
import type { EventData } from '@prosa/shared/events/catalogue.ts';
import { byTitle } from '@prosa/shared/rules/help-order.ts';

/** Returns the helps after an event. The same list if the event changes nothing, such as a late one. */
export const putHelp = (helps: HelpView[], event: EventData<'help'>): HelpView[] => {
  const id = event.action === 'delete' ? event.id : event.record.id;
  const present = helps.find((help) => help.id === id);
  const others = helps.filter((help) => help.id !== id);
  if (event.action === 'delete') return present === undefined ? helps : others;
  return present !== undefined && present.version >= event.record.version
    ? helps
    : [...others, event.record].sort(byTitle);
};

import type { Automation, AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';

export const NO_AUTOMATION: AutomationOf<'none'> = { kind: 'none' };

/** A state that counts its prompts, before the first of them. */
const UNPROMPTED = { prompts: 0, promptedAt: null, promptMessageId: null };

export const MENU: AutomationOf<'menu'> = { kind: 'menu', ...UNPROMPTED, isSilent: false };
export const CONSENT: AutomationOf<'consent'> = { kind: 'consent', ...UNPROMPTED };
export const RATING: AutomationOf<'rating'> = { kind: 'rating', ...UNPROMPTED };

/** The automation that takes the customer into the ticket's queue and its options. */
export const OPTIONS: AutomationOf<'options'> = { kind: 'options', ...UNPROMPTED, optionId: null };

/** An integration before its first question. */
export const INTEGRATION: AutomationOf<'integration'> = {
  kind: 'integration',
  awaits: null,
  waiting: [],
  session: null,
};

/** Returns the automation that leads a customer to an attendant: the menu, or the options of the ticket's queue. */
export const leading = ({ queueId }: Pick<Ticket, 'queueId'>): Automation =>
  queueId === null ? MENU : OPTIONS;

/** Whether an automation answers the customer. Not while a rating is awaited, or if the menu is silent. */
export const isDriven = ({ automation }: Pick<Ticket, 'automation'>): boolean => {
  switch (automation.kind) {
    case 'none':
    case 'rating':
      return false;
    case 'menu':
      return !automation.isSilent;
    case 'options':
    case 'consent':
    case 'flow':
    case 'integration':
    case 'assistant':
      return true;
  }
};

/** Whether a flow, an integration or an assistant leads the ticket, instead of the menus of its connection and queue. */
export const isLed = ({ kind }: Automation): boolean =>
  kind === 'flow' || kind === 'integration' || kind === 'assistant';

/** Returns how many prompts were sent without a valid answer; 0 for an automation without prompts. */
export const promptsOf = (automation: Automation): number =>
  'prompts' in automation ? automation.prompts : 0;

/** Returns an automation with another number of prompts; the same object if nothing changes. */
export const withPrompts = (automation: Automation, prompts: number): Automation =>
  'prompts' in automation && automation.prompts !== prompts ? { ...automation, prompts } : automation;

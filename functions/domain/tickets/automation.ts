import type { Automation, AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';

export const NO_AUTOMATION: AutomationOf<'none'> = { kind: 'none' };

/** A state that counts its prompts, before the first of them. */
const UNPROMPTED = { prompts: 0, promptedAt: null };

export const MENU: AutomationOf<'menu'> = { kind: 'menu', ...UNPROMPTED, isSilent: false };
export const CONSENT: AutomationOf<'consent'> = { kind: 'consent', ...UNPROMPTED };

/** The customer is to come into the ticket's queue, and into its options. */
export const OPTIONS: AutomationOf<'options'> = { kind: 'options', ...UNPROMPTED, optionId: null };

export const INTEGRATION: AutomationOf<'integration'> = { kind: 'integration', awaits: null, session: null };

/** Returns what leads a customer to a person: the menu, or the options of the queue that the ticket is in. */
export const leading = ({ queueId }: Pick<Ticket, 'queueId'>): Automation =>
  queueId === null ? MENU : OPTIONS;

/** Whether something else than people answers the customer. A rating is waited for, and a silent menu keeps silent. */
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

/** Returns how many prompts were said in vain; 0 for an automation that counts none. */
export const promptsOf = (automation: Automation): number =>
  'prompts' in automation ? automation.prompts : 0;

/** Returns an automation with another number of prompts; the same object where nothing changes. */
export const withPrompts = (automation: Automation, prompts: number): Automation =>
  'prompts' in automation && automation.prompts !== prompts ? { ...automation, prompts } : automation;

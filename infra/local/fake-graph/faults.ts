import * as z from 'zod';
import { GraphRefused } from './graph-refused.ts';
import type { MetaChannel } from './people.ts';

/** Faults of the next sends. */
const SEND_MODES = ['refuse', 'rate', 'pair', 'error', 'stall', 'drop', 'fail'] as const;
/** Faults of the next webhook updates. */
const UPDATE_MODES = ['duplicate', 'reorder', 'batch'] as const;

export const graphFaultSchema = z.object({
  mode: z.enum([...SEND_MODES, ...UPDATE_MODES]),
  /** Error code of `refuse` and `fail`. */
  code: z.int().positive().max(9_999_999).optional(),
  subcode: z.int().positive().optional(),
  /** Number of sends or updates; 0 ends the fault. */
  count: z.int().min(0).max(1000),
});
type GraphFault = z.output<typeof graphFaultSchema>;

const isSendMode = (mode: GraphFault['mode']): boolean => SEND_MODES.some((one) => one === mode);

/** Code with which a message fails after it was accepted, unless another was set: undeliverable. */
const FAILED_CODE = 131026;

const refusalOf = ({ mode, code, subcode }: GraphFault, channel: MetaChannel): GraphRefused | undefined => {
  const isWhatsapp = channel === 'whatsappapi';
  switch (mode) {
    case 'refuse':
    case 'fail': {
      const usual = isWhatsapp ? { code: 131005 } : { code: 551, subcode: 1545041 };
      const given = code === undefined ? usual : { code, subcode };
      return new GraphRefused(given.code, given.subcode === undefined ? {} : { subcode: given.subcode });
    }
    // Messenger and Instagram have one limit on calls, and none for a pair.
    case 'rate':
      return new GraphRefused(isWhatsapp ? 130429 : 613);
    case 'pair':
      return new GraphRefused(isWhatsapp ? 131056 : 613);
    case 'error':
      return isWhatsapp ? new GraphRefused(131000) : new GraphRefused(2, { isTransient: true });
    default:
      return undefined;
  }
};

/** What happens to a send: it is refused, its answer is held back or lost, or it fails after it was accepted. */
export interface SendFault {
  refusal?: GraphRefused | undefined;
  answer?: 'stall' | 'drop';
  failedCode?: number;
}

/** Failures of Meta that a test or the sandbox's screen asks for. */
export class Faults {
  private send: GraphFault | undefined;
  private update: GraphFault | undefined;

  /** Sets the fault of the next sends or of the next updates, in place of the one before. */
  set(fault: GraphFault): void {
    const next = fault.count === 0 ? undefined : fault;
    if (isSendMode(fault.mode)) this.send = next;
    else this.update = next;
  }

  private take(kind: 'send' | 'update'): GraphFault | undefined {
    const fault = this[kind];
    if (fault !== undefined) this[kind] = fault.count > 1 ? { ...fault, count: fault.count - 1 } : undefined;
    return fault;
  }

  /** Takes the fault of one send. */
  ofSend(channel: MetaChannel): SendFault {
    const fault = this.take('send');
    if (fault === undefined) return {};
    const { mode, code = FAILED_CODE } = fault;
    if (mode === 'stall' || mode === 'drop') return { answer: mode };
    // Messenger and Instagram have no status of a failure: they refuse at once.
    return mode === 'fail' && channel === 'whatsappapi'
      ? { failedCode: code }
      : { refusal: refusalOf(fault, channel) };
  }

  /** Takes the fault of one update, with the number of updates that it still concerns, this one included. */
  ofUpdate(): { mode: GraphFault['mode']; left: number } | undefined {
    const fault = this.take('update');
    return fault === undefined ? undefined : { mode: fault.mode, left: fault.count };
  }
}

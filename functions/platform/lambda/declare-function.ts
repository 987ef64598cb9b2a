import type { RouteGroup } from '@prosa/shared/contracts/route.ts';
import type { QueueName, SecretName } from '@prosa/shared/resource-names.ts';

/** Permissions of a program; `infra/resources.ts` declares the resources themselves. */
export interface Grants {
  table?: 'read' | 'write';
  /** Queues that it may send to. What they refuse for good it may keep in the bucket, under `given-up/`. */
  send?: readonly QueueName[];
  /** Queues whose messages it receives, deletes and gives back. */
  receive?: readonly QueueName[];
  /** Files of companies. */
  bucket?: 'read' | 'write';
  /** Deliveries too large for a queue, in the bucket under `claims/`: one program puts them, the other takes them. */
  claims?: 'put' | 'take';
  secrets?: readonly SecretName[];
  /** May post to WebSocket connections and close them. */
  realtime?: boolean;
  email?: boolean;
}

/** A number of concurrent executions: of every 1,000 of the account, rounded down, or as many in any account. */
export type ConcurrencyShare = { perThousand: number } | { exactly: number };

/** Resources, permissions and alarm text that every function declares. */
export interface FunctionNeeds {
  memoryMb: number;
  timeoutS: number;
  /** Without `receive`: a function receives from the queue of its trigger, and the grant is derived from that. */
  grants: Omit<Grants, 'receive'>;
  /** Concurrent executions that are reserved for this function, and its limit. */
  reserves?: ConcurrencyShare;
  /** Largest bundle, in kB of 1 000 bytes: the measured size and a fifth more. */
  bundleKb: number;
  /** One sentence for the alarm: the impact on users when the function fails. */
  errorImpact: string;
  /**
   * Log lines that raise an alarm of their own, by their `metric`: one sentence each, the impact on users. A metric is
   * in words with hyphens.
   */
  alarmLines?: Readonly<Record<string, string>>;
}

/** The changes that a stream reader gets, by the names of the rows' entities. */
export interface StreamWatch {
  /** Rows that were created, changed or removed. */
  changes: readonly string[];
  /** Rows that were created; their changes and removals are left out. */
  inserts: readonly string[];
}

/**
 * How one company is kept from holding all runs of a queue's worker (R23): by the number of FIFO groups of its messages,
 * which is one of `COMPANY_RUNS`, or not at all, for a stated reason.
 */
export type CompanyShare =
  | {
      by: 'lanes';
      runs: number;
      /** What else the worker does, and why that needs no share. */
      besides?: string;
    }
  | { by: 'nothing'; because: string };

/** Source of a function's calls. */
export type FunctionTrigger =
  | { kind: 'http'; routes: RouteGroup }
  | { kind: 'rest' /** Rows with `api: 'external'`. */; routes: RouteGroup }
  | { kind: 'ws' /** WebSocket route keys that it serves. */; wsRoutes: readonly string[] }
  | {
      kind: 'queue';
      queue: QueueName;
      batchSize: number;
      companyShare: CompanyShare;
      /** Maximum of concurrent batches; two at least and 1,000 at most are used, Lambda's limits for SQS. */
      maxConcurrency: ConcurrencyShare;
    }
  | ({
      kind: 'stream';
      batchSize: number;
      /** Whole seconds for which records gather for one batch. */
      windowS: number;
    } & StreamWatch)
  | { kind: 'schedule' /** Minutes between runs. */; everyMinutes: number };

/**
 * Declaration of a function, the default export of the `function.ts` beside its `handler.ts`. Bundle, role, alarm,
 * routes, event sources and the local program derive from it.
 */
export type FunctionDeclaration = FunctionNeeds &
  FunctionTrigger & {
    /** Name of the function; its folder's when absent. */
    name?: string;
  };

type HttpNeeds = Pick<FunctionNeeds, 'bundleKb' | 'errorImpact'> & Partial<FunctionNeeds>;

const calledOverHttp = ({ grants, ...needs }: HttpNeeds): FunctionNeeds => ({
  memoryMb: 512,
  timeoutS: 20,
  ...needs,
  grants: { table: 'write', secrets: ['signing'], ...grants },
});

/**
 * Declares a function of the browser's API. It may write the table and read the signing secret unless its grants say
 * otherwise.
 */
export const httpFunction = (routes: RouteGroup, needs: HttpNeeds): FunctionDeclaration => ({
  kind: 'http',
  routes,
  ...calledOverHttp(needs),
});

/** Declares a function of the API for other systems, with the defaults of {@link httpFunction}. */
export const restFunction = (routes: RouteGroup, needs: HttpNeeds): FunctionDeclaration => ({
  kind: 'rest',
  routes,
  ...calledOverHttp(needs),
});

/** Declares a function that a queue, the stream, a schedule or the WebSocket API calls. */
export const declareFunction = (declaration: FunctionDeclaration): FunctionDeclaration => declaration;

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withLocalRole } from '@prosa/functions/platform/aws/local-role.ts';
import type { Context } from 'aws-lambda';
import { FUNCTIONS, type FunctionResource } from '../programs.ts';
import { repositoryRoot } from './repository-root.ts';
import { makeRole } from './roles.ts';

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** An error for a function that threw, is missing, or timed out. */
export class FunctionError extends Error {
  readonly isTimeout: boolean;
  constructor(message: string, options: { cause?: unknown; isTimeout?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.name = 'FunctionError';
    this.isTimeout = options.isTimeout ?? false;
  }
}

export interface Functions {
  /**
   * Runs a function with an event in Lambda's format.
   * @throws FunctionError
   */
  invoke(name: string, event: unknown): Promise<unknown>;
  /** Loads every existing module in advance, so that no user's first click waits for it. */
  warm(): Promise<void>;
}

export interface FunctionsOptions {
  resources?: Readonly<Record<string, FunctionResource>>;
  /** Loads a module by its path relative to the repository's root. */
  load?: (entry: string) => Promise<unknown>;
  onError?: (name: string, error: FunctionError) => void;
}

const isHandlerModule = (module: unknown): module is { handler: Handler } =>
  typeof module === 'object' &&
  module !== null &&
  'handler' in module &&
  typeof module.handler === 'function';

const importEntry = (entry: string): Promise<unknown> => {
  const file = join(repositoryRoot, entry);
  if (!existsSync(file)) throw new Error(`there is no ${entry}`);
  return import(pathToFileURL(file).href);
};

const createContext = (name: string, resource: FunctionResource): Context => {
  const endsAtMs = Date.now() + resource.timeoutS * 1000;
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${name}`,
    memoryLimitInMB: String(resource.memoryMb),
    awsRequestId: randomUUID(),
    logGroupName: name,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, endsAtMs - Date.now()),
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
};

/** Runs the declared functions in this process; each is loaded on its first use. */
export const createFunctions = (options: FunctionsOptions = {}): Functions => {
  const { resources = FUNCTIONS, load = importEntry, onError = () => undefined } = options;
  const handlers = new Map<string, Promise<Handler>>();
  const roles = new Map(
    Object.entries(resources).map(([name, { grants }]) => [name, makeRole(name, grants)]),
  );

  const find = (name: string): FunctionResource => {
    const resource = resources[name];
    if (resource === undefined) throw new FunctionError(`no function ${name} is declared`);
    return resource;
  };

  const loadHandler = (name: string): Promise<Handler> => {
    const held = handlers.get(name);
    if (held !== undefined) return held;
    const { entry } = find(name);
    const loading = (async () => {
      const module = await load(entry);
      if (!isHandlerModule(module)) throw new Error(`${entry} does not export a handler`);
      return module.handler;
    })();
    handlers.set(name, loading);
    // The next invocation loads a failed module again.
    loading.catch(() => handlers.delete(name));
    return loading;
  };

  const run = async (name: string, event: unknown): Promise<unknown> => {
    const resource = find(name);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () =>
          reject(new FunctionError(`${name} ran longer than ${resource.timeoutS} s`, { isTimeout: true })),
        resource.timeoutS * 1000,
      );
    });
    try {
      const handler = await loadHandler(name);
      const call = () => handler(event, createContext(name, resource));
      const role = roles.get(name);
      return await Promise.race([role === undefined ? call() : withLocalRole(role, call), timeout]);
    } catch (error) {
      if (error instanceof FunctionError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new FunctionError(`${name} failed: ${reason}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    invoke: async (name, event) => {
      try {
        return await run(name, event);
      } catch (error) {
        if (error instanceof FunctionError) onError(name, error);
        throw error;
      }
    },
    warm: async () => {
      for (const [name, { entry }] of Object.entries(resources)) {
        // Missing or broken modules are reported when they are invoked.
        if (existsSync(join(repositoryRoot, entry))) await loadHandler(name).catch(() => undefined);
      }
    },
  };
};

import { AsyncLocalStorage } from 'node:async_hooks';

/** A call that a client is about to send. */
export interface LocalCall {
  /** The SDK's name of its command, such as `PutItemCommand`. */
  command: string;
  input: object;
}

/** AWS's response to a call, as the SDK reads it from its transport. */
export interface LocalAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** The permissions of a function: those of its credentials in AWS, set by the shared process locally. */
export interface LocalRole {
  name: string;
  refuse: (call: LocalCall) => LocalAnswer | undefined;
}

const roles = new AsyncLocalStorage<LocalRole>();
let ofProcess: LocalRole | undefined;

/** Runs a function with its role. Without a role everything is allowed, as for an operator. */
export const withLocalRole = <T>(role: LocalRole, work: () => T): T => roles.run(role, work);

/** Sets the role of a process that runs a single program. */
export const setProcessRole = (role: LocalRole): void => {
  ofProcess = role;
};

const currentRole = (): LocalRole | undefined => roles.getStore() ?? ofProcess;

/** Keeps state once per process, and locally once per role, because in AWS each function has its own process. */
export const perRole = <T>(make: () => T): (() => T) => {
  const held = new Map<string | undefined, T>();
  return () => {
    const name = currentRole()?.name;
    const value = held.get(name) ?? make();
    held.set(name, value);
    return value;
  };
};

/** The SDK's step next to the transport: a response given here is read as if the service had sent it. */
export const BEFORE_TRANSPORT = { step: 'deserialize', priority: 'low', name: 'holdToRole' } as const;

/** Refuses calls that the caller's role does not allow, and sends the rest. */
export const holdToRole =
  <C extends { input: object }, A>(
    send: (call: C) => Promise<A>,
    { commandName = '' }: { commandName?: string },
  ): ((call: C) => Promise<A | { response: LocalAnswer }>) =>
  async (call) => {
    const response = currentRole()?.refuse({ command: commandName, input: call.input });
    return response === undefined ? send(call) : { response };
  };

/**
 * Checks the signer's rights for an upload form. Signing takes no call, and the bucket judges the form by those
 * rights.
 * @throws Error in the local stack, if the bucket would refuse the form
 */
export const mayPutByForm = (bucket: string, key: string): void => {
  const refusal = currentRole()?.refuse({ command: 'PutObjectCommand', input: { Bucket: bucket, Key: key } });
  if (refusal !== undefined) throw new Error(Buffer.from(refusal.body).toString());
};

import type { chatbotRoutes } from '@prosa/shared/contracts/chatbot.ts';
import type { ChatbotOption } from '@prosa/shared/entities/queue.ts';
import { AppError, type FieldProblem } from '@prosa/shared/errors.ts';
import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { optionPath, treeProblems } from '@prosa/shared/rules/option-tree.ts';
import { fileListsOf } from '../../domain/queues/file-lists-of.ts';
import { integrationsOf } from '../../domain/queues/integrations-of.ts';
import {
  findOption,
  type PlacedOption,
  presentOption,
  replaceOption,
} from '../../domain/queues/option-tree.ts';
import {
  idsOf,
  optionProblems,
  type QueueReferences,
  withIds,
} from '../../domain/queues/queue-from-input.ts';
import type { CompanyId } from '../../platform/auth/company-id.ts';
import { forgetDirectory, requireDirectory } from '../../platform/directory.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import {
  existingIntegrations,
  integrationsExistItems,
} from '../../repositories/integrations/integrations.ts';
import { requireMayName } from '../../repositories/integrations/require-named.ts';
import { existingFileLists } from '../../repositories/organisation/file-lists.ts';
import {
  loadQueue,
  loadQueuesWithOptions,
  queueItems,
  type WholeQueue,
} from '../../repositories/organisation/queues.ts';
import { auditItem } from '../../repositories/rows/audit.ts';

const requireQueue = async (companyId: CompanyId, queueId: number): Promise<WholeQueue> => {
  const queue = await loadQueue(openTable(companyId), queueId);
  if (queue === undefined) throw new AppError('ERR_NO_QUEUE_FOUND');
  return queue;
};

/** Loads the queue of the request; without a queue id, the first queue whose tree contains the option. */
const queueOfOption = async (
  companyId: CompanyId,
  queueId: number | undefined,
  optionId: string,
): Promise<WholeQueue> => {
  if (queueId !== undefined) return requireQueue(companyId, queueId);
  const queues = await loadQueuesWithOptions(openTable(companyId));
  const found = queues.find(({ chatbots }) => findOption(chatbots, optionId) !== undefined);
  if (found === undefined) throw new AppError('ERR_NO_CHATBOT_FOUND');
  return found;
};

const requireOption = (tree: readonly ChatbotOption[], id: string): PlacedOption => {
  const found = findOption(tree, id);
  if (found === undefined) throw new AppError('ERR_NO_CHATBOT_FOUND');
  return found;
};

/** Converts the problems of a whole tree to problems of a request about one of its options. */
const problemsOf = (
  tree: readonly ChatbotOption[],
  { places, parentId }: PlacedOption,
  references: QueueReferences,
): FieldProblem[] => {
  const own = `tree.${optionPath(places).join('.')}`;
  const found = [
    ...treeProblems(tree).map((problem) =>
      problem.kind === 'too-large'
        ? { path: 'body.options', message: `more than ${problem.maximum}` }
        : {
            path: `tree.${optionPath(problem.path).join('.')}.greetingMessage`,
            message: 'an option with a next level needs a message',
          },
    ),
    ...optionProblems(tree, 'tree', references),
  ];
  const above = parentId === null ? undefined : `tree.${optionPath(places.slice(0, -1)).join('.')}`;
  return found.flatMap(({ path, message }) => {
    if (path === 'body.options') return [{ path, message }];
    if (path.startsWith(`${own}.`)) return [{ path: path.replace(own, 'body'), message }];
    // Errors elsewhere in the tree are not caused by this request.
    return path === `${above}.greetingMessage` ? [{ path: 'body.parentId', message }] : [];
  });
};

/** Changes the option tree of a queue, based on the queue as it is at commit time. */
const changeTree = <T>(
  {
    principal,
    clock,
    ...by
  }: Pick<HandlerContext<typeof chatbotRoutes.removeOption>, 'principal' | 'request' | 'clock' | 'ids'>,
  action: AuditAction,
  loadQueueOf: (companyId: CompanyId) => Promise<WholeQueue>,
  /** The option of the request. It is checked, like the other options, that its file lists and integrations exist. */
  sent: Parameters<typeof fileListsOf>[0] & Parameters<typeof integrationsOf>[0],
  decide: (queue: WholeQueue, references: QueueReferences) => { tree: ChatbotOption[]; result: T },
): Promise<T> =>
  retryOnConflict(async () => {
    const { companyId } = principal;
    const table = openTable(companyId);
    const [queue, directory] = await Promise.all([loadQueueOf(companyId), requireDirectory(companyId)]);
    const named = [...fileListsOf(queue.chatbots), ...fileListsOf(sent)];
    const fileLists = await existingFileLists(table, named);
    const integrations = await existingIntegrations(table, [
      ...integrationsOf(queue.chatbots),
      ...integrationsOf(sent),
    ]);
    const { queues, users } = directory;
    const { tree, result } = decide(queue, { queues, users, fileLists, integrations });
    requireMayName(directory, integrationsOf(queue.chatbots), integrationsOf(tree));
    const nowMs = clock.now();
    const after = { ...queue, chatbots: tree };
    await commit([
      ...queueItems(table, queue, after, nowMs),
      ...integrationsExistItems(table, integrationsOf(tree)),
      auditItem(table, { ...by, principal, nowMs }, action, { id: queue.id, before: queue, after }),
    ]);
    forgetDirectory(companyId);
    return result;
  });

export const listOptions: RouteHandler<typeof chatbotRoutes.listOptions> = async ({ query, principal }) => {
  const { companyId } = principal;
  const queues =
    query.queueId === undefined
      ? await loadQueuesWithOptions(openTable(companyId))
      : [await requireQueue(companyId, query.queueId)];
  return queues.flatMap(({ id, chatbots }) =>
    chatbots.map((option) => presentOption(id, { option, parentId: null })),
  );
};

export const getOption: RouteHandler<typeof chatbotRoutes.getOption> = async ({
  params,
  query,
  principal,
}) => {
  const queue = await queueOfOption(principal.companyId, query.queueId, params.id);
  return presentOption(queue.id, requireOption(queue.chatbots, params.id));
};

export const createOption: RouteHandler<typeof chatbotRoutes.createOption> = async (context) => {
  const { body, clock, ids } = context;
  const { queueId, parentId, ...fields } = body;
  const makeId = () => ids.sortable(clock.now());
  const queueOf = (companyId: CompanyId) => {
    if (queueId !== undefined) return requireQueue(companyId, queueId);
    if (parentId !== null) return queueOfOption(companyId, undefined, parentId);
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'body.queueId', message: 'required' }] });
  };
  return changeTree(context, 'queues.createOption', queueOf, [fields], (queue, references) => {
    const [option] = withIds([fields], new Set(), makeId);
    if (option === undefined) throw new Error('no option');
    const above = parentId === null ? undefined : requireOption(queue.chatbots, parentId).option;
    const tree =
      above === undefined
        ? [...queue.chatbots, option]
        : replaceOption(queue.chatbots, above.id, { ...above, options: [...above.options, option] });
    return sound(tree, option.id, queue.id, references);
  });
};

/**
 * Returns the changed tree and the response for one of its options.
 * @throws AppError ERR_VALIDATION if this option is invalid
 */
const sound = (tree: ChatbotOption[], id: string, queueId: number, references: QueueReferences) => {
  const placed = requireOption(tree, id);
  const problems = problemsOf(tree, placed, references);
  if (problems.length > 0) throw new AppError('ERR_VALIDATION', { details: problems });
  return { tree, result: presentOption(queueId, placed) };
};

export const updateOption: RouteHandler<typeof chatbotRoutes.updateOption> = async (context) => {
  const { params, body, clock, ids } = context;
  const { id } = params;
  const { queueId, options, ...fields } = body;
  const makeId = () => ids.sortable(clock.now());
  const queueOf = (companyId: CompanyId) => queueOfOption(companyId, queueId, id);
  const sent = [{ ...fields, options: options ?? [] }];
  return changeTree(context, 'queues.updateOption', queueOf, sent, (queue, references) => {
    const { option } = requireOption(queue.chatbots, id);
    const below = options === undefined ? option.options : withIds(options, idsOf(option.options), makeId);
    return sound(
      replaceOption(queue.chatbots, id, { ...fields, id, options: below }),
      id,
      queue.id,
      references,
    );
  });
};

export const removeOption: RouteHandler<typeof chatbotRoutes.removeOption> = async (context) => {
  const { id } = context.params;
  const queueOf = (companyId: CompanyId) => queueOfOption(companyId, context.query.queueId, id);
  return changeTree(context, 'queues.removeOption', queueOf, [], ({ chatbots }) => {
    requireOption(chatbots, id);
    return { tree: replaceOption(chatbots, id, undefined), result: { message: 'Option deleted' } };
  });
};

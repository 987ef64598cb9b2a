import { ApiError } from '../api/api-error.ts';
import { queryClient } from '../api/query.ts';
import { refreshSession } from '../api/refresh-session.ts';
import { sessionStore } from '../session/session-store.ts';
import { fetchLinks, linksIn } from './link-owners.ts';
import { fileOf } from './media-links.ts';

/** Time in which all pictures of a list that were expired together ask for new links. */
const BATCH_MS = 30;
/** A link lives at least five minutes, so a file is missing if its new link fails sooner. */
const ASK_AGAIN_MS = 5 * 60 * 1000;
/** Delay after a request for new links that failed. */
const RETRY_MS = 15_000;

/** Until when a file's links are not asked for again; epoch ms. */
const restsUntil = new Map<string, number>();
let batch: { files: Set<string>; done: Promise<void> } | undefined;

/** Fetches the session again if it has the link to the user's own picture. */
const fetchOwnPicture = async (files: ReadonlySet<string>, newest: Map<string, string>): Promise<void> => {
  const { user, token } = sessionStore.getState();
  const own = fileOf(user?.profileImage ?? '');
  if (own === undefined || !files.has(own) || newest.has(own)) return;
  await refreshSession(token);
  for (const [file, link] of linksIn(sessionStore.getState().user)) newest.set(file, link);
};

const fetchAll = async (files: ReadonlySet<string>, newest: Map<string, string>): Promise<void> => {
  const askAgainAt = Date.now() + ASK_AGAIN_MS;
  for (const file of files) {
    newest.delete(file);
    restsUntil.set(file, askAgainAt);
  }
  try {
    for (const [file, link] of await fetchLinks(queryClient, files)) newest.set(file, link);
    await fetchOwnPicture(files, newest);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The owner of the data shows its errors; the pictures of the data stay placeholders.
    for (const file of files) restsUntil.set(file, Date.now() + RETRY_MS);
  }
};

const nextBatch = (newest: Map<string, string>) => {
  const files = new Set<string>();
  const done = new Promise<void>((resolve) => setTimeout(resolve, BATCH_MS)).then(() => {
    batch = undefined;
    return fetchAll(files, newest);
  });
  return { files, done };
};

/**
 * Fetches a new link to a file. Links that are asked for at the same time are fetched together, each file at most once
 * in five minutes.
 * @param newest where the new links are written, by the files' paths
 */
export const renewLink = async (file: string, newest: Map<string, string>): Promise<void> => {
  if (batch?.files.has(file) !== true && Date.now() < (restsUntil.get(file) ?? 0)) return;
  batch ??= nextBatch(newest);
  batch.files.add(file);
  await batch.done;
};

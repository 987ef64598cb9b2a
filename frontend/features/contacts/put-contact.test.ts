import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { exampleOf } from '@prosa/tests/support/schema-example.ts';
import { expect, it } from 'vitest';
import { queryClient } from '../../lib/api/query.ts';
import { contactQuery, putContact } from './put-contact.ts';

const contactOf = (version: number, acceptAudioMessage: boolean) => ({
  ...contactRoutes.get.response.parse(exampleOf(contactRoutes.get.response, 1, true)),
  id: 7,
  version,
  acceptAudioMessage,
});

it('putContact is not undone by a stale response of a fetch that was running', async () => {
  const answers = [contactOf(1, true)];
  const fetching = Promise.withResolvers<ReturnType<typeof contactOf>>();
  const query = { ...contactQuery(7), queryFn: () => answers.shift() ?? fetching.promise, staleTime: 0 };
  await queryClient.fetchQuery(query);

  const again = queryClient.fetchQuery(query);
  putContact(contactOf(2, false));
  fetching.resolve(contactOf(1, true));
  await again;
  expect(queryClient.getQueryData(query.queryKey)).toMatchObject({ version: 2, acceptAudioMessage: false });

  await queryClient.fetchQuery({ ...query, queryFn: () => contactOf(3, true) });
  expect(queryClient.getQueryData(query.queryKey)).toMatchObject({ version: 3, acceptAudioMessage: true });
});

import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { FormDialog } from '../../../../components/form-dialog.tsx';
import { FormSelect } from '../../../../components/form-fields.tsx';
import { queryClient } from '../../../../lib/api/query.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { laneList } from '../../../directory/tag-list.ts';
import { putTicket } from '../../../tickets/put-ticket.ts';
import { setLane } from '../../../tickets/set-lane.ts';
import { viewerOf } from '../../../tickets/viewer-of.ts';

const schema = z.object({ tagId: z.int().nullable() });

/** The dialog for selecting a ticket's column on the kanban board. */
const LaneDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const { t } = useTranslation('messages');
  const user = useUser();
  const { data: lanes } = useQuery(laneList);
  if (lanes === undefined) return null;
  return (
    <FormDialog
      open
      width="narrow"
      title={t('kanban.title')}
      schema={schema}
      submitLabel={t('kanban.submit')}
      defaultValues={{ tagId: ticket.tags[0]?.id ?? null }}
      onClose={onClose}
      onSubmit={async ({ tagId }) => {
        putTicket(queryClient, await setLane(ticket, tagId), viewerOf(user));
        onClose();
      }}
    >
      <FormSelect
        name="tagId"
        label={t('kanban.lane')}
        help={lanes.length === 0 ? t('kanban.empty') : t('kanban.help')}
        noneLabel={t('kanban.none')}
        autoFocus
        choices={lanes.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  );
};

export default LaneDialog;

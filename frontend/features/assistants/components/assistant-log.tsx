import { assistantCallRoutes } from '@prosa/shared/contracts/assistant-calls.ts';
import type { AssistantView } from '@prosa/shared/contracts/assistants.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { CallLog } from '../../call-log/components/call-log.tsx';
import { LOG_OPTIONS } from '../../call-log/logged-call.ts';
import { failureOf } from '../answer-failure.ts';
import { AssistantCall } from './assistant-call.tsx';

interface AssistantLogProps {
  assistant: Pick<AssistantView, 'id' | 'name'>;
  onClose: () => void;
}

/** The calls of an assistant's provider, the latest first. */
export const AssistantLog = ({ assistant: { id, name }, onClose }: AssistantLogProps) => {
  const { t } = useTranslation('assistants');
  const input = { params: { id }, query: {} };
  const calls = usePagedRows(assistantCallRoutes.calls, input, (page) => page.calls, LOG_OPTIONS);
  return (
    <CallLog
      {...calls}
      name={name}
      reasonOf={({ failure }) => (failure === '' ? null : t(`failure.${failureOf(failure)}`))}
      columns={[
        {
          id: 'tokens',
          header: t('log.tokens'),
          width: '90px',
          wideOnly: true,
          align: 'right',
          render: ({ tokens }) => formatNumber(tokens),
        },
      ]}
      detail={(callId, close) => <AssistantCall assistantId={id} callId={callId} onClose={close} />}
      onClose={onClose}
    />
  );
};

import type { SvgIconComponent } from '@mui/icons-material';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import HubOutlined from '@mui/icons-material/HubOutlined';
import SchemaOutlined from '@mui/icons-material/SchemaOutlined';
import SmartToyOutlined from '@mui/icons-material/SmartToyOutlined';
import WebhookRounded from '@mui/icons-material/WebhookRounded';
import type { IntegrationType } from '@prosa/shared/entities/integration.ts';

const ICONS: Readonly<Record<IntegrationType, SvgIconComponent>> = {
  dialogflow: ForumOutlined,
  n8n: HubOutlined,
  webhook: WebhookRounded,
  typebot: SmartToyOutlined,
  flowbuilder: SchemaOutlined,
};

/** The symbol of an integration's type, beside its name. */
export const IntegrationIcon = ({ type }: { type: IntegrationType }) => {
  const Icon = ICONS[type];
  return <Icon aria-hidden sx={{ color: 'text.secondary', flexShrink: 0 }} />;
};

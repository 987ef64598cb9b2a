import ImageOutlined from '@mui/icons-material/ImageOutlined';
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TemplateHeader, TemplateParts } from '@prosa/shared/entities/message-template.ts';
import { fillTemplate, type TemplateValues } from '@prosa/shared/rules/message-template.ts';
import type { ReactNode } from 'react';
import { icon, radius } from '../../../../theme/tokens.ts';
import { templateCard } from '../../template-card.ts';
import { CardPreview, PreviewBubble } from './card-preview.tsx';
import { PicturePreview } from './picture-preview.tsx';

const HEADER_HEIGHT_PX = 120;
const ICONS: Partial<Record<TemplateHeader['kind'], ReactNode>> = {
  image: <ImageOutlined />,
  video: <VideocamOutlined />,
  document: <InsertDriveFileOutlined />,
  location: <PlaceOutlined />,
};

/** The header that is no text: the chosen picture, otherwise an icon and the name of the chosen file. */
const HeaderPreview = ({ header, file }: { header: TemplateHeader; file: File | null }) => {
  const mark = ICONS[header.kind];
  if (mark === undefined) return null;
  if (header.kind === 'image' && file !== null) return <PicturePreview picture={file} />;
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1,
        height: HEADER_HEIGHT_PX,
        marginBottom: 2,
        paddingInline: 2,
        borderRadius: `${radius.card}px`,
        bgcolor: 'action.hover',
        color: 'text.secondary',
        '& svg': { fontSize: icon.hero },
      }}
    >
      {mark}
      {file !== null && (
        <Typography variant="caption" noWrap sx={{ maxWidth: '100%' }}>
          {file.name}
        </Typography>
      )}
    </Box>
  );
};

interface TemplatePreviewProps {
  template: TemplateParts;
  values: TemplateValues;
  /** The file of the header; null while none is chosen. */
  file: File | null;
  label: string;
  caption: string;
}

/** Shows a template as the contact reads it. Variables without a value stay visible. */
export const TemplatePreview = ({ template, values, file, label, caption }: TemplatePreviewProps) => (
  <PreviewBubble label={label} caption={caption}>
    <HeaderPreview header={template.header} file={file} />
    <CardPreview content={templateCard(fillTemplate(template, values))} />
  </PreviewBubble>
);

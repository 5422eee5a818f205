import { Alert, Textarea, type TextareaProps } from '@mantine/core';
import { REASON_MAX_CHARS } from '@rubrica/contract/limits';
import { Icon } from '../parts/icon.tsx';
import { useDocumentos } from '../texts/documentos.ts';

/** Why one or several are cancelled, after saying that this is final. @param field its label, and the value it holds */
export function CancellationReason(field: Pick<TextareaProps, 'label' | 'value' | 'error' | 'onChange'>) {
  const t = useDocumentos();
  return (
    <>
      <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="alert" />}>
        {t.batch.cancelNotice}
      </Alert>
      <Textarea
        description={t.batch.reasonHint}
        data-autofocus
        autosize
        minRows={2}
        maxLength={REASON_MAX_CHARS}
        {...field}
      />
    </>
  );
}

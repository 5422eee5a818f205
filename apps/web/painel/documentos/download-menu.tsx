import { Menu } from '@mantine/core';
import type { DocumentoResumo, TipoArquivo } from '@rubrica/contract';
import type { ReactNode } from 'react';
import { useDocumentos } from '../texts/documentos.ts';
import { useDossier, useDownload } from './download.ts';

/** What there is to download of a document in its state. @param props.children the button that opens it */
export function DownloadMenu(props: {
  readonly documento: Pick<DocumentoResumo, 'id' | 'status' | 'titulo'>;
  readonly children: ReactNode;
}) {
  const t = useDocumentos();
  const baixar = useDownload();
  const dossier = useDossier();
  const { documento } = props;
  const signed = documento.status === 'ASSINADO';
  const files = [...(signed ? (['CERTIFICADO'] as const) : []), 'ORIGINAL'] as const;
  const item = (tipo: TipoArquivo) => (
    <Menu.Item key={tipo} onClick={() => void baixar(documento.id, tipo)}>
      {t.pagina.baixar[tipo as keyof typeof t.pagina.baixar]}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>{props.children}</Menu.Target>
      <Menu.Dropdown>
        {signed && (
          <>
            {item('ASSINADO')}
            <Menu.Item onClick={() => void dossier(documento)}>{t.pagina.dossier}</Menu.Item>
            <Menu.Divider />
          </>
        )}
        {files.map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}

import { Menu } from '@mantine/core';
import type { DocumentoResumo, TipoArquivo } from '@rubrica/contract';
import type { ReactNode } from 'react';
import { useDocumentos } from '../texts/documentos.ts';
import { useDownload } from './download.ts';

/** What there is to download of a document in its state. @param props.children the button that opens it */
export function DownloadMenu(props: {
  readonly documento: Pick<DocumentoResumo, 'id' | 'status'>;
  readonly children: ReactNode;
}) {
  const t = useDocumentos();
  const baixar = useDownload();
  const { id, status } = props.documento;
  const files = ['ORIGINAL', ...(status === 'ASSINADO' ? (['ASSINADO', 'CERTIFICADO'] as const) : [])] as const;
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>{props.children}</Menu.Target>
      <Menu.Dropdown>
        {files.map((tipo) => (
          <Menu.Item key={tipo} onClick={() => void baixar(id, tipo satisfies TipoArquivo)}>
            {t.pagina.baixar[tipo]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

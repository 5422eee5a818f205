import type { DocumentoResumo, Signatario } from '@rubrica/contract';
import { useDocumentos } from '../textos/documentos.ts';
import { missing, nameOf } from './estado.ts';

const NAMES_SHOWN = 2;

/** Who still has to sign a document, two by name; whose invitation did not arrive is said. */
export function QuemFalta({ documento }: { readonly documento: DocumentoResumo }) {
  const t = useDocumentos();
  if (documento.signatarios.length === 0) return <span className="suave">{t.lista.semSignatarios}</span>;
  return <NomesDeQuemFalta quem={missing(documento)} />;
}

/** Names of people who have something to do, those who could not be reached first. */
export function NomesDeQuemFalta({ quem }: { readonly quem: readonly Signatario[] }) {
  const t = useDocumentos();
  if (quem.length === 0) return <span className="suave">{t.lista.ninguem}</span>;
  const failed = quem.filter(({ status }) => status === 'FALHA_ENTREGA');
  const shown = [...failed, ...quem.filter((one) => !failed.includes(one))].slice(0, NAMES_SHOWN);
  return (
    <span className="nomes">
      {shown.map((one) => (
        <span key={one.id} dir="auto" className={one.status === 'FALHA_ENTREGA' ? 'nome falhou' : 'nome'}>
          {nameOf(one, t.signatario.semNome)}
          {one.status === 'FALHA_ENTREGA' && ` (${t.lista.falhaEntrega})`}
        </span>
      ))}
      {quem.length > shown.length && <span className="suave">{t.lista.mais(quem.length - shown.length)}</span>}
    </span>
  );
}

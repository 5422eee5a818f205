import './editor.css';
import { useMediaQuery } from '@mantine/hooks';
import { FaixaDoEnvelope } from '../envelopes/faixa.tsx';
import { Falha } from '../partes/estados.tsx';
import { Avisos } from './avisos.tsx';
import { Chegada } from './chegada.ts';
import { EditingProvider } from './contexto.tsx';
import type { Problem } from './estado/regras.ts';
import { Mesa } from './mesa/mesa.tsx';
import type { Saved, Source } from './salvar/fonte.ts';
import { Abrindo } from './telas/abrindo.tsx';
import { Atalhos } from './telas/atalhos.tsx';
import { Barra } from './telas/barra.tsx';
import { Lados } from './telas/lados.tsx';
import { Previa } from './telas/previa.tsx';
import { Regras } from './telas/regras.tsx';
import { Revisao } from './telas/revisao.tsx';
import { useEditor } from './usar-editor.ts';

export interface EditorProps {
  readonly source: Source;
  /** Whether the person's role lets them change what was read. */
  readonly allows: (saved: Saved) => boolean;
  /** Where one level up is. */
  readonly acima: string;
  /** Sends what is saved; absent where there is nothing to send. @returns what the service would not take */
  readonly onSend?: () => Promise<readonly Problem[]>;
}

/** Edits people and fields of a document, or roles and fields of a template: whatever its source is. */
export function EditorDeCampos({ source, allows, acima, onSend }: EditorProps) {
  const { editing, keeping, opening, retry, view, badges, onKey, send, live, deskRef, inSight } = useEditor(
    source,
    allows,
    onSend,
  );
  const narrow = useMediaQuery('(max-width: 60em)', false, { getInitialValueInEffect: false }) ?? false;
  const { loaded } = keeping;
  const { dialog, foco, change } = view;
  const { setDialog, setLado } = change;
  const close = () => setDialog(null);
  if (keeping.error && !loaded) return <Falha erro={keeping.error} repetir={keeping.reload} />;
  const open = opening.state === 'aberto' && loaded ? opening : null;
  const file = open && { pdf: open.pdf, geometries: open.geometries, badges };
  return (
    <EditingProvider value={editing}>
      <div className="editor" data-largura={narrow ? 'estreita' : 'larga'} data-leitura={editing.readOnly || undefined}>
        <Barra
          titulo={editing.editor.present.opcoes?.titulo.trim() || loaded?.titulo || editing.t.preparar}
          {...(loaded?.envelopeId
            ? { acima: `/envelopes/${loaded.envelopeId}`, voltar: editing.t.barra.voltarAoEnvelope }
            : { acima, voltar: editing.t.barra.voltar })}
          zoom={view.zoom}
          onZoom={change.stepZoom}
          snap={view.snap}
          onSnap={change.toggleSnap}
          onPrevia={() => setDialog('previa')}
          onRegras={() => setDialog('regras')}
          onAtalhos={() => setDialog('atalhos')}
          onRevisao={() => setDialog('revisao')}
        />
        <Avisos keeping={keeping} acima={acima} />
        {loaded?.envelopeId && <FaixaDoEnvelope envelopeId={loaded.envelopeId} documentoId={source.id} />}
        {file && <Chegada />}
        {file ? (
          <Lados
            {...file}
            lado={view.lado}
            onLado={setLado}
            foco={foco}
            narrow={narrow}
            aberta={view.aberta}
            onAberta={change.setAberta}
            ground={() => deskRef.current?.ground ?? null}
            inSight={inSight}
          >
            <Mesa {...file} ref={deskRef} zoom={view.zoom} snap={view.snap} inSight={inSight} onKey={onKey} />
          </Lados>
        ) : (
          <Abrindo opening={opening} retry={retry} />
        )}
        {file && <Previa {...file} aberta={dialog === 'previa'} onClose={close} />}
        <Regras aberta={dialog === 'regras'} foco={foco} onClose={close} />
        <Revisao
          aberta={dialog === 'revisao'}
          onClose={close}
          badges={badges}
          sending={onSend ? { send, envelopeId: loaded?.envelopeId ?? null } : null}
        />
        <Atalhos aberta={dialog === 'atalhos'} onClose={close} />
        <div ref={live} className="unseen" role="status" aria-live="polite" data-anuncio />
      </div>
    </EditingProvider>
  );
}

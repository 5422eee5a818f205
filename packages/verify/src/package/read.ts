import { OwnPdf } from '../pdf/file.ts';
import { Unreadable } from '../unreadable.ts';
import { Conteudo, missingIn, Registro, V1, V2 } from './shapes.ts';

/** What a certificate's PDF contains for programs. */
export interface Evidence {
  readonly conteudo: Conteudo;
  readonly registro: Registro;
  /** The two attachments as text. */
  readonly conteudoText: string;
  readonly registroText: string;
}

/** The names of the attachments. */
export const CONTENT_FILE = 'conteudo.json';
export const RECORD_FILE = 'certificado.json';

/** Reads the evidence package from a certificate. @throws Unreadable */
export async function readEvidence(certificate: Uint8Array): Promise<Evidence> {
  const files = await (await OwnPdf.open(certificate)).attachments();
  const text = (name: string) => {
    const bytes = files.get(name);
    if (!bytes) throw new Unreadable(`o PDF não traz o anexo ${name}: não é um certificado de conclusão da Rubrica`);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new Unreadable(`o anexo ${name} não é texto UTF-8`);
    }
  };
  const [conteudoText, registroText] = [text(CONTENT_FILE), text(RECORD_FILE)];
  const given = parse(conteudoText, CONTENT_FILE);
  const esquema = (given as { esquema?: unknown } | null)?.esquema;
  if (esquema !== V1 && esquema !== V2) {
    throw new Unreadable(`o pacote é do formato ${esquema}, que este programa não conhece`);
  }
  const conteudo = Conteudo(given, '');
  const registro = Registro(parse(registroText, RECORD_FILE), RECORD_FILE);
  const missing = missingIn(conteudo);
  if (missing) throw new Unreadable(`falta no pacote o que o formato ${esquema} tem: ${missing}`);
  return { conteudo, registro, conteudoText, registroText };
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable(`o anexo ${name} não é JSON`);
  }
}

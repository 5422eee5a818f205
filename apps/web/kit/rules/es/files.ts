/** `packages/contract/src/rules/files.ts` in Spanish. */
export const FILES = {
  fileThreat: 'El archivo contiene una amenaza conocida y no se guardó.',
  fileSize: 'El límite es de 20 MB (20 971 520 bytes).',
  base64Form:
    'No es base64: use A–Z, a–z, 0–9, + y /, completando con = el último grupo de cuatro, sin saltos de línea ni el prefijo “data:”.',
  fileUrl: 'No se pudo obtener el archivo: {motivo}.',
  fileUrlRedirected: 'La dirección redirige a otra, de la que no se pudo obtener el archivo: {motivo}.',
  redirectsMany: 'hay más de {n} redirecciones',
  redirectBroken: 'la redirección no dice adónde',
  answerEncoded: 'el servidor comprimió la respuesta (Content-Encoding), y el archivo solo se acepta tal como es',
  fetchFailed: 'la conexión falló ({codigo})',
  pdfNot: 'El archivo no es un PDF.',
  pdfVersion: 'La versión {versao} no se acepta; use PDF de 1.4 a 2.0.',
  pdfVersionUnknown: 'La versión del PDF no se acepta; use PDF de 1.4 a 2.0.',
  pdfPassword:
    'El PDF pide una contraseña para abrirse. Abra el archivo, use “Imprimir” y “Guardar como PDF”, o quite la protección, y envíe la copia abierta.',
  pdfPermissions:
    'El PDF se abre sin contraseña, pero tiene una contraseña de permisos. Abra el archivo, use “Imprimir” y “Guardar como PDF”, o quite la protección, y envíe la copia abierta.',
  pdfSigned: 'El PDF ya tiene una firma digital, que cualquier cambio invalidaría. Envíe la versión sin firma.',
  pdfFilled: 'El formulario del PDF tiene campos rellenados. Envíelo vacío o guarde una copia aplanada.',
  pdfFilledFields:
    'El formulario del PDF tiene campos rellenados ({campos}). Envíelo vacío o guarde una copia aplanada.',
  pdfPages: 'El PDF tiene {n} páginas; el límite es {limite}.',
  pdfPagesUncounted: 'El PDF supera el límite de {limite} páginas.',
  pdfStructure:
    'El PDF tiene la estructura dañada, lo que impide conservar los bytes originales en la copia firmada. Guárdelo de nuevo en un editor y vuelva a enviarlo.',
  pdfComplex:
    'El PDF es demasiado complejo para leerlo con seguridad. Guarde una copia más sencilla y vuelva a enviarla.',
  pdfBroken: 'El PDF está dañado y no se pudo leer.',
  pageBeyondNewFile: 'El nuevo archivo tiene {n} páginas, y este campo está en la {pagina}.',
  fileInfected: 'La verificación de virus rechazó el archivo.',
  fileRefused: 'El archivo no se puede aceptar.',
  roleLimit: 'El límite es de {n} roles.',
  fieldLimit: 'El límite es de {n} campos.',
  signerLimit: 'El límite es de {n} firmantes.',
  idTwice: 'Este id se repite en la solicitud.',
  idTaken: 'Este id ya está en uso.',
  factorOffered: 'El factor {fator} aún no está disponible; use {fatores}.',
  noSuchRole: 'No hay ningún rol con este id.',
  roleNeeded: 'Un campo {tipo} necesita un rol.',
  variableMissing: 'La plantilla pide esta variable.',
  variableUnknown: 'La plantilla no tiene esta variable.',
  roleUnknown: 'La plantilla no tiene este rol.',
  roleFilled: 'Este rol ya está ocupado.',
  roleEmpty: 'Falta quien ocupe el rol {rotulo}.',
  templateTooBig: 'La plantilla supera lo permitido.',
};

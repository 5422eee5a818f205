// Runs before the page's own script, also in browsers that cannot run that one, and says what became of it (scripts/too-old.ts).
// Hence the syntax of 2009, and never built. A line that is slow, or an error of ours, is not an old browser.
function tellTheOldest() {
  function tell(id) {
    document.getElementById(id).removeAttribute('hidden');
  }

  // Of a sheet that did not come browsers say that it may not be read.
  function hasRules(link) {
    try {
      return link.sheet.cssRules.length > 0;
    } catch (_error) {
      return false;
    }
  }

  // A sheet that did not come comes later: what stands there without it is hardly to be used.
  function fetchAgain(sheet) {
    function replace() {
      if (sheet.parentNode) sheet.parentNode.replaceChild(sheet.cloneNode(false), sheet);
    }
    setTimeout(replace, 2000);
  }

  function look(link) {
    if (!hasRules(link)) fetchAgain(link);
  }

  function judge(event) {
    if (event.target.rel === 'stylesheet') fetchAgain(event.target);
    if (document.getElementById('app').firstChild) return;
    if (event.target !== window) {
      // The line broke. Of the rest, a picture or a font, the page can do without.
      if (event.target.tagName === 'SCRIPT') tell('not-loaded');
      return;
    }
    // Of what is younger than the syntax that it reads, a browser without findLast, of 2022, lacks something too.
    if (/SyntaxError/.test(event.message) || !('findLast' in [])) tell('too-old');
  }

  // That something did not come is told to nobody but who looks before it gets there; and of sheets maybe before this runs.
  if ('noModule' in document.createElement('script')) {
    addEventListener('error', judge, true);
    document.querySelectorAll('link[rel=stylesheet]').forEach(look);
  } else tell('too-old');
}
tellTheOldest();

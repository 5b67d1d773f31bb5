"""How things show themselves in notebooks: pictures and pages that need no network and do not disturb each other."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Sequence


# The theme of the notebook decides, as Jupyter and Visual Studio Code tell it; otherwise that of the system.
_THEME = (
    "<style>.gridwright-shown{color-scheme:light dark}"
    '[data-jp-theme-light="true"] .gridwright-shown,.vscode-light .gridwright-shown{color-scheme:light}'
    '[data-jp-theme-light="false"] .gridwright-shown,.vscode-dark .gridwright-shown{color-scheme:dark}</style>'
)


# Not all browsers tell a frame the theme of the notebook, so it looks itself, at what is drawn later as well. And it has no address
# in which it could keep its place.
_FOLLOW = """{
  history.replaceState = () => {};
  const scheme = frameElement ? getComputedStyle(frameElement).colorScheme : '';
  const follow = () => {
    for (const sheet of document.styleSheets) for (const rule of sheet.cssRules)
      if (rule.media?.mediaText.includes('prefers-color-scheme'))
        rule.media.mediaText = rule.media.mediaText.includes(scheme) ? 'all' : 'not all';
  };
  if (scheme === 'light' || scheme === 'dark') {
    document.documentElement.style.colorScheme = scheme;
    follow();
    new MutationObserver(follow).observe(document, {childList: true, subtree: true});
  }
}"""
# Pages name the scripts that may run in them.
_ITS_HASH = "'sha256-" + base64.b64encode(hashlib.sha256(_FOLLOW.encode()).digest()).decode() + "'"


class Shown:
    """Something that notebooks show as a picture: as an image, in which ids and styles stay, or where they want it as SVG."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        raise NotImplementedError

    def _repr_html_(self) -> str | None:
        svg = self._repr_svg_()
        return None if svg is None else _THEME + _image(svg)


def framed(page: str, height: int) -> str:
    """A page in a frame of its own: its styles, ids and scripts stay inside."""
    page = page.replace("; script-src ", f"; script-src {_ITS_HASH} ", 1) + f"<script>{_FOLLOW}</script>"
    frame = f'<iframe class="gridwright-shown" style="width:100%;height:{height}px;border:0" title="Gridwright"'
    return f'{_THEME}{frame} srcdoc="{html.escape(page)}"></iframe>'


def _image(svg: str) -> str:
    title = re.search("<title>(.*?)</title>", svg)
    data = svg.replace("%", "%25").replace("#", "%23").replace("\n", "%0A")
    told = title[1] if title else ""
    return f'<img class="gridwright-shown" alt="{told}" src="data:image/svg+xml,{html.escape(data)}">'


def side_by_side(pictures: Sequence[tuple[str, str]]) -> str:
    """Pictures with captions in one row, as far as there is room."""
    figure = '<figure style="margin:0 1em 1em 0">{}<figcaption>{}</figcaption></figure>'
    figures = "".join(figure.format(_image(svg), html.escape(caption)) for svg, caption in pictures)
    return f'{_THEME}<div style="display:flex;flex-wrap:wrap">{figures}</div>'


_SLIDES = """<!doctype html><meta charset="utf-8"><style>:root{color-scheme:light dark}body{font:16px/1.4 sans-serif;margin:8px}
input{width:min(24em,60vw);vertical-align:middle}</style><p><button id="back" aria-label="Back">&#8592;</button>
<input id="where" type="range" min="0" aria-label="Turn"> <button id="next" aria-label="Next">&#8594;</button></p>
<div id="board"></div><p id="told" aria-live="polite"></p><script type="application/json" id="slides">SLIDES</script><script>
const slides = JSON.parse(document.getElementById('slides').textContent), where = document.getElementById('where');
const show = () => { const [board, told] = slides[where.value]; document.getElementById('board').innerHTML = board;
  document.getElementById('told').textContent = told; };
where.max = slides.length - 1; where.value = where.max; where.oninput = show;
for (const [id, by] of [['back', -1], ['next', 1]])
  document.getElementById(id).onclick = () => { where.value = +where.value + by; show(); };
show();</script>"""


def slides(pictures: Sequence[tuple[str, str]], height: int) -> str:
    """Pictures with captions, one at a time, with a slider."""
    data = json.dumps([list(one) for one in pictures]).replace("<", "\\u003c")
    return framed(_SLIDES.replace("SLIDES", data), height)

//! What every page needs that we write: a policy that lets its own scripts run and nothing else.

/// The Content-Security-Policy of a page, to stand at the start of its head: the page loads nothing and runs these scripts only,
/// each given as it stands between its tags.
///
/// ```
/// let policy = gridwright_base::page::policy(&["alert(1)"]);
/// assert!(policy.contains("script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';"), "{policy}");
/// assert!(gridwright_base::page::policy(&[]).contains("script-src 'none';"));
/// ```
pub fn policy(scripts: &[&str]) -> String {
    let hashes: Vec<String> =
        scripts.iter().map(|script| format!("'sha256-{}'", base64(&sha256(script.as_bytes())))).collect();
    let scripts = if hashes.is_empty() { "'none'".to_string() } else { hashes.join(" ") };
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {scripts}; \
         style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
    )
}

/// Text as it stands in a page or a picture. Control characters have no place there, and what turns the direction of writing is
/// left out too.
///
/// ```
/// assert_eq!(gridwright_base::page::escaped("<b>\u{1b}&\"\u{202e}"), "&lt;b&gt;&amp;&quot;");
/// ```
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || crate::is_hidden(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, i| bits << 8 | u32::from(chunk.get(i).copied().unwrap_or(0)));
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            out.push(if digit <= chunk.len() { char::from(DIGITS[value as usize]) } else { '=' });
        }
    }
    out
}

/// SHA-256, as FIPS 180-4 has it: the hash that browsers compare scripts by.
fn sha256(message: &[u8]) -> [u8; 32] {
    let primes = || (2u32..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    // The first 32 bits of the fraction of a root.
    let fraction = |prime: u32, degree: u32| {
        let scaled = u128::from(prime) << (32 * degree);
        let mut root = 0u128;
        for bit in (0..40).rev() {
            let next = root | 1 << bit;
            if next.pow(degree) <= scaled {
                root = next;
            }
        }
        root as u32
    };
    let mut state: Vec<u32> = primes().take(8).map(|prime| fraction(prime, 2)).collect();
    let constants: Vec<u32> = primes().take(64).map(|prime| fraction(prime, 3)).collect();

    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((8 * message.len() as u64).to_be_bytes());
    for block in padded.chunks(64) {
        let mut words: Vec<u32> =
            block.chunks(4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]])).collect();
        for i in 16..64 {
            let (a, b) = (words[i - 15], words[i - 2]);
            let a = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
            let b = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
            words.push(words[i - 16].wrapping_add(a).wrapping_add(words[i - 7]).wrapping_add(b));
        }
        let mut s = state.clone();
        for (word, constant) in words.iter().zip(&constants) {
            let choice = s[4] & s[5] ^ !s[4] & s[6];
            let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2];
            let low = s[4].rotate_right(6) ^ s[4].rotate_right(11) ^ s[4].rotate_right(25);
            let high = s[0].rotate_right(2) ^ s[0].rotate_right(13) ^ s[0].rotate_right(22);
            let one = [low, choice, *constant, *word].into_iter().fold(s[7], u32::wrapping_add);
            s.rotate_right(1);
            s[4] = s[4].wrapping_add(one);
            s[0] = one.wrapping_add(high).wrapping_add(majority);
        }
        state.iter_mut().zip(s).for_each(|(state, s)| *state = state.wrapping_add(s));
    }
    std::array::from_fn(|i| (state[i / 4] >> (24 - 8 * (i % 4))) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_standard() {
        let hex = |text: &str| sha256(text.as_bytes()).map(|byte| format!("{byte:02x}")).concat();
        assert_eq!(hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
        assert_eq!(base64(b""), "");
        assert_eq!([base64(b"f"), base64(b"fo"), base64(b"foo")], ["Zg==", "Zm8=", "Zm9v"]);
    }
}

// SPDX-License-Identifier: Apache-2.0

// Compiled for iOS 16 and macOS 13 against hand-written declarations; not yet run on a device.
#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  extension ModuleResources {
    /// Returns an image from an asset catalog or an image file.
    ///
    /// - Parameter name: The image's name.
    /// - Returns: The image.
    /// - Throws: ``ResourceError/missing(path:target:searched:near:)``.
    public func image(_ name: String) throws(ResourceError) -> UIImage {
      guard let image = UIImage(named: name, in: try bundle(for: name), compatibleWith: nil)
      else { throw missing(name) }
      return image
    }

    /// Returns a color from an asset catalog.
    ///
    /// - Parameter name: The color's name.
    /// - Returns: The color.
    /// - Throws: ``ResourceError/missing(path:target:searched:near:)``.
    public func color(_ name: String) throws(ResourceError) -> UIColor {
      guard let color = UIColor(named: name, in: try bundle(for: name), compatibleWith: nil)
      else { throw missing(name) }
      return color
    }

    /// Returns a nib.
    ///
    /// - Parameter name: The nib's name.
    /// - Returns: The nib; its file exists, so that loading it doesn't trap.
    /// - Throws: ``ResourceError/missing(path:target:searched:near:)``.
    @MainActor public func nib(_ name: String) throws(ResourceError) -> UINib {
      UINib(nibName: name, bundle: try bundle(for: name, ofType: "nib"))
    }

    /// Returns a storyboard.
    ///
    /// - Parameter name: The storyboard's name.
    /// - Returns: The storyboard.
    /// - Throws: ``ResourceError/missing(path:target:searched:near:)``.
    @MainActor public func storyboard(_ name: String) throws(ResourceError) -> UIStoryboard {
      UIStoryboard(name: name, bundle: try bundle(for: name, ofType: "storyboardc"))
    }
  }
#elseif canImport(AppKit)
  public import AppKit

  extension ModuleResources {
    /// Returns an image from an asset catalog or an image file.
    ///
    /// - Parameter name: The image's name.
    /// - Returns: The image.
    /// - Throws: ``ResourceError/missing(path:target:searched:near:)``.
    public func image(_ name: String) throws(ResourceError) -> NSImage {
      guard let image = try bundle(for: name).image(forResource: name) else { throw missing(name) }
      return image
    }

    /// Returns a color from an asset catalog.
    ///
    /// - Parameter name: The color's name.
    /// - Returns: The color.
    /// - Throws: ``ResourceError/missing(path:target:searched:near:)``.
    public func color(_ name: String) throws(ResourceError) -> NSColor {
      guard let color = NSColor(named: name, bundle: try bundle(for: name))
      else { throw missing(name) }
      return color
    }

    /// Returns a nib.
    ///
    /// - Parameter name: The nib's name.
    /// - Returns: The nib.
    /// - Throws: ``ResourceError/missing(path:target:searched:near:)``.
    @MainActor public func nib(_ name: String) throws(ResourceError) -> NSNib {
      guard let nib = NSNib(nibNamed: name, bundle: try bundle(for: name, ofType: "nib"))
      else { throw missing(name) }
      return nib
    }

    /// Returns a storyboard.
    ///
    /// - Parameter name: The storyboard's name.
    /// - Returns: The storyboard.
    /// - Throws: ``ResourceError/missing(path:target:searched:near:)``.
    @MainActor public func storyboard(_ name: String) throws(ResourceError) -> NSStoryboard {
      NSStoryboard(name: name, bundle: try bundle(for: name, ofType: "storyboardc"))
    }
  }
#endif

#if (canImport(UIKit) && !os(watchOS)) || canImport(AppKit)
  internal import Foundation

  extension ModuleResources {
    private func bundle(
      for name: String, ofType type: String? = nil
    ) throws(ResourceError) -> Bundle {
      guard let bundle = bundle.flatMap({ Bundle(url: $0) }),
        type == nil || bundle.path(forResource: name, ofType: type) != nil
      else { throw missing(type.map { "\(name).\($0)" } ?? name) }
      return bundle
    }
  }
#endif
